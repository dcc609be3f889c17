import Testing

/// A store whose report is looked at: its people have names in several scripts, shifts with labels in the week of
/// 30 March 2026, absences and vacancies.
struct ReportStore {
  static let now = "2026-03-31T07:00:00Z"

  let count: Int

  private static let names = [
    "Wolfeschlegelsteinhausenbergerdorffvonsc", "Maximiliana-Charlotte von und zu Habsburg",
    "田中 さくら", "김민준 🎉", "عبد الرحمن", "<b>Bob</b> & \"Co\"", "Zoë O’Sullivan",
  ]
  private static let first = ["Bas", "Eva", "Tom", "Ann", "Noa", "Ida", "Lex", "Sam", "Kim", "Pim"]
  private static let last = ["Jansen", "de Vries", "van den Berg", "Bakker", "Visser", "Smit"]

  private func name(_ number: Int) -> String {
    number < Self.names.count
      ? Self.names[number] : "\(Self.first[number % 10]) \(Self.last[number / 10])"
  }

  private static let labels = ["bar", "kitchen", "floor", "cash-desk", "door", "opening", "host"]
  private static let hours = [
    ("07:00", "15:00"), ("09:00", "17:00"), ("08:15", "12:45"), ("22:00", "06:00"),
  ]

  /// A log with the store.
  func folder() -> LogFolder {
    let folder = LogFolder()
    var lines = [
      Story.event(
        "w", "workplace.configured", "corner-store", "boss", "2026-03-16T08:00:00Z",
        #"{"timeZone":"Europe/Amsterdam","marketApproval":"owner","maxShiftsPerDay":2}"#),
      Story.event("m", "user.registered", "boss", "boss", nil, #"{"roles":["manager"]}"#),
    ]
    for number in 0..<count {
      let name = name(number).replacing("\"", with: "\\\"")
      lines.append(
        Story.event(
          "u\(number)", "user.registered", "u\(number)", "boss", nil,
          #"{"roles":["employee"],"name":"\#(name)"}"#))
    }
    lines += shifts
    lines += [
      Story.event("f", "shift.supplied", "S0.6", "u0"),
      Story.event("g", "shift.supplied", "S1.5", "u1"),
      Story.event("h", "shift.accepted", "S1.5", "u5"),
      Story.event(
        "v", "vacancy.posted", "V1", "boss", nil,
        #"{"date":"2026-04-02","start":"17:00","end":"23:00","places":2,"labels":["bar"]}"#),
      Story.event(
        "a", "absence.recorded", "A1", "boss", nil,
        #"{"user":"u2","date":"2026-03-30","days":7}"#),
      Story.event(
        "b", "absence.recorded", "A2", "boss", nil,
        #"{"user":"u3","date":"2026-04-03","start":"10:00","end":"12:00"}"#),
    ]
    let ending = folder.append(lines, "--create", now: "2026-03-16T08:00:00Z")
    #expect(ending.code == 0, "\(ending.errors)")
    let hours = Story.event("r", "hours.recorded", "S0.0", "u0", nil, #"{"minutes":450}"#)
    #expect(folder.append([hours], now: "2026-03-30T21:00:00Z").code == 0)
    return folder
  }

  /// Two weeks of shifts: two in some days, none on the days that are not a person's turn.
  private var shifts: [String] {
    let days = (30...31).map { "2026-03-\($0)" } + (1...9).map { "2026-04-0\($0)" }
    return (0..<count).flatMap { number in
      days.indices.filter { (number + $0) % 3 != 1 }.flatMap { day in
        let (start, end) = Self.hours[(number + day) % 4]
        let first = shift("S\(number).\(day)", number, days[day], start, end)
        let isLong = number % 5 == 0 && day == 2 && (number + day) % 4 == 0
        return isLong
          ? [first, shift("S\(number).late", number, days[day], "17:00", "23:00")] : [first]
      }
    }
  }

  private func shift(
    _ id: String, _ person: Int, _ date: String, _ start: String, _ end: String
  ) -> String {
    Story.event(
      "e\(id)", "shift.scheduled", id, "boss", nil,
      #"{"owner":"u\#(person)","date":"\#(date)","start":"\#(start)","end":"\#(end)","#
        + #""labels":["\#(Self.labels[person % Self.labels.count])"]}"#)
  }
}
