import Foundation
import Testing

@testable import ShiftEvents

/// Values that a program can make from anything: each is printed, compared, encoded and submitted, and none
/// stops the program. `SHIFT_TEST_SEED` repeats a run.
@Suite("Any value through the public face") struct PublicValuesTests {
  private static let integers: [Int] = [
    .min, .min + 1, -(1 << 53), -(1 << 33), Int(Int32.min) - 1, Int(Int32.min), -719_163, -719_162,
    -1, 0, 1, 12, 13, 31, 53, 54, 60, 366, 9_999, 10_000, 2_932_896, 2_932_897, Int(Int32.max),
    Int(Int32.max) + 1, 1 << 33, 999_999_999_999, 1 << 53, .max - 1, .max,
  ]
  private static let doubles: [Double] = [
    .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300, 1e18, -0.0, 0,
    .leastNonzeroMagnitude, 91, -180.000_001,
  ]
  private static let texts = [
    "", " ", "a", "system", "é", "\u{0}", "\u{1B}[2J", "\u{202E}", "\u{FFFE}", "\n", "../x", "-rf",
    "NaN",
    "2026-02-30", "9999-W53", "Europe/Amsterdam\u{0}", "\"", "\\", "👩‍👩‍👧",
    String(repeating: "x", count: 70_000),
    String(repeating: "\u{301}", count: 1_000), "shift.supplied",
  ]

  private struct Values {
    var random: CodecRandom
    mutating func one<Value>(_ values: [Value]) -> Value {
      values[random.number(0...values.count - 1)]
    }
    mutating func integer() -> Int {
      random.number(0...2) > 0
        ? one(PublicValuesTests.integers) : Int(truncatingIfNeeded: random.number(0...Int.max))
    }
    mutating func text() -> String { one(PublicValuesTests.texts) }
    mutating func date() -> LocalDate { LocalDate(daysSinceEpoch: integer()) + integer() }
    mutating func time() -> Timestamp {
      switch random.number(0...2) {
      case 0: Timestamp(milliseconds: Int64(integer()))
      case 1: Timestamp(Date(timeIntervalSince1970: one(PublicValuesTests.doubles)))
      default:
        Timestamp(milliseconds: Int64(integer())).advanced(byMilliseconds: Int64(integer()))
          .advanced(byMinutes: integer())
      }
    }
    mutating func clock() -> TimeOfDay {
      TimeOfDay(hour: integer(), minute: integer()) ?? TimeOfDay(text()) ?? .midnight
    }
    mutating func edit<Value>(_ value: Value) -> Edit<Value> {
      one([.unchanged, .set(value), .removed])
    }
    mutating func keys() -> ShiftDetails {
      ShiftDetails(
        days: Int16(truncatingIfNeeded: integer()), place: Name(text()),
        labels: Array(repeating: "l", count: one([0, 1, 33])), needs: [])
    }
  }

  @Test func `every instant, day, week and number is printed and compared`() {
    let (first, last) = (Timestamp(milliseconds: .min), Timestamp(milliseconds: .max))
    for number in Self.integers {
      let time = Timestamp(milliseconds: Int64(number))
      #expect(first <= time && time <= last && !"\(time)".isEmpty)
      #expect(Timestamp.range.contains(time) == (Timestamp("\(time)") == time), "\(time)")
      let day = LocalDate(daysSinceEpoch: number)
      let text = "\(day) \(day.week) \(day.week.monday) \(day.weekday) \(day.components)"
      let isInside = day.daysSinceEpoch.magnitude < 1 << 30
      #expect(!isInside || day.week.monday <= day && day.week.monday + 6 >= day, "\(text)")
      if (1...9999).contains(day.components.year) { #expect(LocalDate("\(day)") == day) }
      for other in Self.integers {
        _ = (time.advanced(byMilliseconds: Int64(other)), time.advanced(byMinutes: other))
        _ = "\(day + other) \(time.minutes(until: Timestamp(milliseconds: Int64(other))))"
        _ = LocalDate(year: number, month: other, day: other)
        _ = LocalDate.length(ofMonth: number, year: other)
        #expect(TimeOfDay(hour: number, minute: other).map { TimeOfDay("\($0)") == $0 } ?? true)
      }
      let sequence = SequenceNumber(number)
      #expect(sequence >= .zero && sequence.next >= sequence && !"\(sequence)".isEmpty)
      for name in ["Europe/Amsterdam", "UTC", "Asia/Kolkata"] {
        let zone = Zone(name)!
        _ = "\(zone.local(time)) \(zone.date(at: time)) \(zone.offsetSeconds(at: time))"
        _ = "\(zone.instant(day, .midnight)) \(Date(time))"
      }
    }
    for double in Self.doubles { _ = "\(Timestamp(Date(timeIntervalSince1970: double)))" }
  }

  @Test func `a text makes a value that prints as that text, or none`() {
    for text in Self.texts {
      let printed: [String?] = [
        WorkplaceID(text)?.description, UserID(text)?.description, FixedShiftID(text)?.description,
        ShiftID(text)?.description, Name(text)?.description, CurrencyCode(text)?.description,
        Digest(text)?.description, Zone(text)?.description, LocalDate(text)?.description,
        TimeOfDay(text)?.description, WeekOfYear(text)?.description,
      ]
      for value in printed { #expect(value == nil || value == text) }
      _ = (Timestamp(text), Digest(bytes: Array(text.utf8)), Weekday(name: text))
      _ = (try? Checkpoint(parsing: text), try? InclusionProof(parsing: text))
      _ = try? Submission(json: text)
    }
  }

  @Test(arguments: [
    "99999999999999999999.0", "-99999999999999999999.0", "1e20", "52", "-0", "5e-1",
  ])
  func `a number of any length is a number`(text: String) throws {
    let submission = try Submission(
      json:
        #"{"type":"deal.posted","subject":"D1","actor":"eva","data":{"name":"n","companyName":"c","category":"food","latitude":\#(text),"longitude":1,"validUntil":"2027-01-01T00:00:00Z"}}"#
    )
    guard case .postDeal(_, let terms) = submission.command else { return }
    #expect(terms.latitude == Double(text))
  }

  @Test func `senseless numbers in proofs prove nothing`() throws {
    let space = Workspace()
    let recorder = try Recorder(recordingTo: space.log, creating: .always)
    for user: UserID in ["eva", "tom", "bas"] {
      _ = try recorder.append(Submission(.registerUser(user, roles: [.student]), by: user))
    }
    let log = try EventLog(opening: space.log)
    let sound = try log.checkpoint()
    for number in Self.integers {
      let stated = Checkpoint(origin: "", size: number, root: sound.root)
      #expect(try log.contains(stated) == (number == 3))
      #expect(try (log.inclusionProof(of: SequenceNumber(1), in: stated) != nil) == (number == 3))
      _ = try log.consistencyProof(from: stated, to: sound)
      _ = try log.consistencyProof(from: sound, to: stated)
      let proof = InclusionProof(index: number, path: [sound.root], note: stated.text)
      #expect((try? proof.holds(for: [1])) != true && !proof.text.isEmpty)
      let grown = ConsistencyProof(oldSize: number, path: [], note: sound.text)
      _ = try? grown.holds(since: stated)
      let sequence = SequenceNumber(number)
      _ = try log.events(after: sequence).next()
    }
  }

  @Test func `a command of any values is refused or recorded`() throws {
    var values = Values(random: .printed())
    let space = Workspace()
    var options = Recorder.Options()
    options.waitsForDisk = false
    options.clock = FixedClock("2026-03-01T12:00:00Z")
    let recorder = try Recorder(recordingTo: space.log, creating: .always, options: options)
    for user: UserID in ["mia", "bas"] {
      let roles: [Role] = [.manager, .employee, .company, .student]
      _ = try recorder.append(Submission(.registerUser(user, roles: roles), by: "mia"))
    }
    var counts = (invalid: 0, refused: 0, recorded: 0)
    for number in 0..<1_500 {
      let command = command(number, &values)
      let seed = "seed \(values.random.seed): \(command)"
      _ = (seed.count, command.hashValue, command == .supplyShift("S1"))
      let attributes = [Attribute(name: values.text(), value: .string(values.text()))]
      do throws(InvalidSubmission) {
        let submission = try Submission(
          command, by: values.one(["mia", "bas", .system]), id: values.one([nil, values.text()]),
          source: values.one([nil, values.text()]), time: values.one([nil, nil, values.time()]),
          expectedSequence: values.one([nil, nil, SequenceNumber(values.integer())]),
          attributes: values.one([[], [], attributes]))
        let receipt = try! recorder.append(submission)
        // An id that is drawn again may be that of a duplicate.
        if case .appended = receipt { counts.recorded += 1 } else { counts.refused += 1 }
      } catch {
        counts.invalid += 1
        #expect(!error.message.isEmpty)
      }
    }
    print(counts)
    #expect(min(counts.invalid, counts.refused, counts.recorded) > 0)
    let recorded = try events(of: space.log)
    #expect(recorded.count >= counts.recorded + 2)
  }

  private func command(_ number: Int, _ values: inout Values) -> Command {
    let shift = ShiftID("S\(number)")!
    switch number % 8 {
    case 0:
      return .scheduleShift(
        shift, owner: "bas",
        date: values.one([LocalDate("2026-03-1\(number % 10)")!, values.date()]),
        start: values.clock(), end: values.clock(), keys: values.keys(), override: [])
    case 1:
      let policies = WorkplacePolicies(
        timeZone: Zone(values.text()), horizonWeeks: values.integer(),
        requestDays: values.integer(), minRestMinutes: values.integer(),
        maxShiftsAtOnce: values.integer())
      return .configureWorkplace(
        "shop", values.one([policies, WorkplacePolicies(requestDays: 20)]))
    case 2:
      return .registerUser(
        UserID("u\(number)")!, roles: values.one([[], [.student], Role.allCases + Role.allCases]),
        PersonalData(
          name: values.one([nil, values.text()]), email: values.one([nil, values.text()])))
    case 3:
      var edits = ShiftEdits()
      edits.date = values.edit(values.date())
      edits.start = values.edit(values.clock())
      edits.keys = ShiftDetailEdits(
        days: values.edit(Int16(truncatingIfNeeded: values.integer())),
        labels: values.edit(Array(repeating: "l", count: values.one([0, 1, 40]))))
      return .editShift(ShiftID("S\(number - 3)")!, edits, override: [])
    case 4:
      let times = AbsenceTimes(
        values.date(), start: values.one([nil, values.clock()]),
        days: values.one([nil, Int16(truncatingIfNeeded: values.integer())]))
      return .recordAbsence(AbsenceID("A\(number)")!, times, user: "bas")
    case 5:
      var terms = DealTerms(
        name: values.text(), companyName: values.text(), category: .food,
        latitude: values.one(PublicValuesTests.doubles),
        longitude: values.one(PublicValuesTests.doubles), validUntil: values.time())
      terms.validFrom = values.one([nil, values.time()])
      terms.description = values.one([nil, values.text()])
      terms.capacity = values.one([nil, values.integer()])
      terms.priceCents = values.one([nil, values.integer()])
      terms.currency = values.one([nil, CurrencyCode("EUR")])
      return .postDeal(DealID("D\(number)")!, terms)
    case 6:
      return .recordHours(
        ShiftID("S\(number - 6)")!,
        values.one([.minutes(values.integer()), .clock(start: values.clock(), end: values.clock())])
      )
    default:
      return .postRequest(RequestID("R\(number)")!, date: values.date())
    }
  }
}
