/// The content of an event of one type: the subject, the submitted members, and the facts.
protocol Payload {
  /// Visits every member in the order in which a log holds them.
  ///
  /// - Parameter event: the event whose members are visited; `nil` if they are being read.
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault)
}

extension Payload {
  func accept<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Fault) {
    _ = try Self(&visitor, of: self)
  }
}
