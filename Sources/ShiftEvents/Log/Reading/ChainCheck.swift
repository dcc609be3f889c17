/// The check that each line of a log continues the chain: it has the next number, no earlier time, and the
/// hash that its bytes give behind the line before it.
struct ChainCheck {
  typealias Fault = (kind: Finding.Kind, message: String)

  /// The number, time and stated hash of the last line; the next may continue any hash where that is `nil`.
  private(set) var sequence: Int
  private(set) var time: Timestamp?
  private(set) var hash: Digest?
  /// The hash that the bytes of the last line give, if that is another: the next line may continue it, too.
  private var givenHash: Digest?

  init(behind sequence: Int = 0, time: Timestamp? = nil, hash: Digest? = .zero) {
    (self.sequence, self.time, self.hash) = (sequence, time, hash)
  }

  /// Takes an event by number and time alone. Of a fault it returns the first, and stays as it is.
  @inline(__always)
  mutating func take(_ event: borrowing PlainEvent) -> Fault? {
    if let fault = sequenceFault(of: event) { return fault }
    if let fault = timeFault(of: event) { return fault }
    (sequence, time) = (event.sequence.value, event.time)
    return nil
  }

  /// Takes an event with its hash, too.
  mutating func take(_ event: borrowing PlainEvent, _ link: LineLink?) -> Fault? {
    var next = self
    let faults = next.takeAnyway(event, link)
    if faults.isEmpty { self = next }
    return faults.first
  }

  /// Takes an event whatever is wrong with it, and returns all faults. The next line is held against what this
  /// one states, so that no fault shows twice.
  mutating func takeAnyway(_ event: borrowing PlainEvent, _ link: LineLink?) -> [Fault] {
    var faults: [Fault] = []
    if let fault = sequenceFault(of: event) { faults.append(fault) }
    if let fault = timeFault(of: event) { faults.append(fault) }
    if let fault = follow(link) { faults.append(fault) }
    (sequence, time) = (event.sequence.value, event.time)
    return faults
  }

  /// Passes over a line that is no event.
  mutating func skip(_ link: LineLink?) {
    sequence += 1
    _ = follow(link)
  }

  /// Takes the hash of a line. A changed hash and a changed line are one fault each: the next line may continue
  /// what this one states, or what its bytes give.
  private mutating func follow(_ link: LineLink?) -> Fault? {
    let (last, lastGiven) = (hash, givenHash)
    (hash, givenHash) = (link?.stated, nil)
    guard let link else { return (.hash, Finding.lacksHash) }
    guard let last, case let given = link.hash(after: last), given != link.stated else {
      return nil
    }
    if let lastGiven, link.hash(after: lastGiven) == link.stated { return nil }
    givenHash = given
    return (.hash, Finding.wrongHash)
  }

  @inline(__always)
  private func sequenceFault(of event: borrowing PlainEvent) -> Fault? {
    if event.sequence.value == sequence + 1 { return nil }
    return (.sequence, "the line should be event \(sequence + 1) and says it is \(event.sequence)")
  }

  @inline(__always)
  private func timeFault(of event: borrowing PlainEvent) -> Fault? {
    guard let time, event.time < time else { return nil }
    return (
      .time, "the line's time \(event.time) is before \(time), the time of the line before it"
    )
  }
}
