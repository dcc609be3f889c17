// Sessions, deals and reservations as a snapshot holds them, without what follows from the others.

extension SessionRecord {
  func write(to snapshot: inout SnapshotWriter) {
    snapshot.identifier(id)
    snapshot.identifier(student)
    snapshot.number(start.milliseconds)
    snapshot.number(UInt8(blockMinutes))
    snapshot.number(UInt8(pauseMinutes))
    snapshot.number(Int64(completedBlocks))
    snapshot.flag(hasEnded)
  }

  init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    id = try snapshot.identifier()
    student = try snapshot.identifier()
    start = try Timestamp(from: &snapshot)
    blockMinutes = Int(try snapshot.number() as UInt8)
    pauseMinutes = Int(try snapshot.number() as UInt8)
    completedBlocks = Int(try snapshot.number() as Int64)
    hasEnded = try snapshot.flag()
    if blockMinutes == 0 || pauseMinutes == 0 { throw SnapshotFault() }
  }
}

extension DealRecord {
  func write(to snapshot: inout SnapshotWriter) {
    snapshot.identifier(id)
    snapshot.identifier(company)
    offer.write(to: &snapshot)
    snapshot.flag(isRemoved)
  }

  init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    id = try snapshot.identifier()
    company = try snapshot.identifier()
    offer = try DealOffer(from: &snapshot)
    isRemoved = try snapshot.flag()
  }
}

extension DealOffer {
  fileprivate func write(to snapshot: inout SnapshotWriter) {
    snapshot.optional(latitude) { $0.number($1.bitPattern) }
    snapshot.optional(longitude) { $0.number($1.bitPattern) }
    snapshot.number(validFrom.milliseconds)
    snapshot.number(validUntil.milliseconds)
    snapshot.optional(capacity) { $0.number(Int64($1)) }
    snapshot.optional(priceCents) { $0.number(Int64($1)) }
    snapshot.optional(currency) { $0.text($1.description) }
  }

  fileprivate init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    latitude = try snapshot.optional(Double.init(from:))
    longitude = try snapshot.optional(Double.init(from:))
    validFrom = try Timestamp(from: &snapshot)
    validUntil = try Timestamp(from: &snapshot)
    capacity = try snapshot.optional(Int.init(from:))
    priceCents = try snapshot.optional(Int.init(from:))
    currency = try snapshot.optional(CurrencyCode.init(from:))
  }
}

extension ReservationRecord {
  func write(to snapshot: inout SnapshotWriter) {
    snapshot.identifier(id)
    snapshot.identifier(deal)
    snapshot.identifier(user)
    snapshot.identifier(company)
    snapshot.optional(priceCents) { $0.number(Int64($1)) }
    snapshot.optional(currency) { $0.text($1.description) }
    snapshot.optional(cancellation) { $0.number($1.rawValue) }
    snapshot.optional(payment) { snapshot, payment in
      snapshot.number(Int64(payment.amountCents))
      snapshot.text(payment.currency.description)
    }
    snapshot.flag(isRefunded)
  }

  init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    id = try snapshot.identifier()
    deal = try snapshot.identifier()
    user = try snapshot.identifier()
    company = try snapshot.identifier()
    priceCents = try snapshot.optional(Int.init(from:))
    currency = try snapshot.optional(CurrencyCode.init(from:))
    cancellation = try snapshot.optional { (snapshot) throws(SnapshotFault) in
      try snapshot.word(Cancellation.self)
    }
    payment = try snapshot.optional { (snapshot) throws(SnapshotFault) in
      Payment(
        amountCents: try Int(from: &snapshot), currency: try CurrencyCode(from: &snapshot))
    }
    isRefunded = try snapshot.flag()
  }
}

// MARK: - Values

extension SnapshotWriter {
  fileprivate mutating func optional<Value>(
    _ value: Value?, _ write: (inout SnapshotWriter, Value) -> Void
  ) {
    flag(value != nil)
    if let value { write(&self, value) }
  }
}

extension SnapshotReader {
  fileprivate mutating func optional<Value>(
    _ read: (inout SnapshotReader) throws(SnapshotFault) -> Value
  ) throws(SnapshotFault) -> Value? {
    try flag() ? try read(&self) : nil
  }
}

extension Int {
  fileprivate init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    self.init(try snapshot.number() as Int64)
  }
}

extension Double {
  fileprivate init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    self.init(bitPattern: try snapshot.number())
  }
}

extension Timestamp {
  fileprivate init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    self.init(milliseconds: try snapshot.number())
    guard Timestamp.range.contains(self) else { throw SnapshotFault() }
  }
}

extension CurrencyCode {
  fileprivate init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    guard let code = CurrencyCode(try snapshot.text()) else { throw SnapshotFault() }
    self = code
  }
}
