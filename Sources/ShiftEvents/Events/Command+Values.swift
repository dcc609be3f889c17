// The values that commands are made of, each with the walk over its members.

/// A person's name and e-mail address. They never enter the log, only a commitment to them.
public struct PersonalData: Hashable, Sendable {
  /// The name.
  public var name: String?
  /// The e-mail address.
  public var email: String?

  /// The data that are given.
  public init(name: String? = nil, email: String? = nil) { (self.name, self.email) = (name, email) }

  /// The most characters of a name, and of an address: they stand in each row of the person.
  static let mostCharacters = 1_000

  /// True if there is neither a name nor an address.
  public var isEmpty: Bool { name == nil && email == nil }
}

extension PersonalData {
  mutating func accept<Visitor: MemberVisitor>(_ visit: inout Visitor) throws(Visitor.Fault) {
    name = try visit.optional("name", name)
    email = try visit.optional("email", email)
  }
}

/// The weekday and the times of a fixed shift.
public struct WeeklyTimes: Hashable, Sendable, BitwiseCopyable {
  /// The day of the week on which it starts.
  public var weekday: Weekday
  /// The time at which it starts.
  public var start: TimeOfDay
  /// An end at or before the start is on the next day.
  public var end: TimeOfDay

  /// The times of a week.
  public init(weekday: Weekday, start: TimeOfDay, end: TimeOfDay) {
    (self.weekday, self.start, self.end) = (weekday, start, end)
  }
}

extension WeeklyTimes {
  mutating func accept<Visitor: MemberVisitor>(_ visit: inout Visitor) throws(Visitor.Fault) {
    weekday = try visit.submitted("weekday", weekday)
    start = try visit.submitted("start", start)
    end = try visit.submitted("end", end)
  }
}

/// A manager's changes of weekly work; an `.unchanged` member keeps its value.
public struct SeriesEdits: Hashable, Sendable {
  /// The time at which each occurrence starts.
  public var start: Edit<TimeOfDay> = .unchanged
  /// The time at which each occurrence ends.
  public var end: Edit<TimeOfDay> = .unchanged
  /// The number of shifts that can come from each vacancy.
  public var places: Edit<Int> = .unchanged
  /// The number of people that the work takes.
  public var wanted: Edit<Int> = .unchanged
  /// The optional keys.
  public var keys = ShiftDetailEdits()
  /// The last day on which an occurrence may be.
  public var until: Edit<LocalDate> = .unchanged

  /// Edits that change nothing yet.
  public init() {}
}

extension SeriesEdits {
  mutating func acceptTimes<Visitor: MemberVisitor>(_ visit: inout Visitor) throws(Visitor.Fault) {
    start = try visit.edit("start", start)
    end = try visit.edit("end", end)
  }
}

/// The beginning and the end of an absence.
public struct AbsenceTimes: Hashable, Sendable, BitwiseCopyable {
  /// The day on which it begins.
  public var date: LocalDate
  /// The time at which it begins; `nil` for midnight.
  public var start: TimeOfDay?
  /// The time at which it ends; `nil` for midnight.
  public var end: TimeOfDay?
  /// The day on which it ends, counted from its date; `nil` for the next day if the end is at or before
  /// the start, else for the same.
  public var days: Int16?

  /// Times of an absence; with a date alone all of that day.
  public init(
    _ date: LocalDate, start: TimeOfDay? = nil, end: TimeOfDay? = nil, days: Int16? = nil
  ) {
    (self.date, self.start, self.end, self.days) = (date, start, end, days)
  }
}

/// The time worked: a number of minutes, or from clock to clock on the shift's date.
public enum WorkedTime: Hashable, Sendable {
  /// The time worked, in minutes.
  case minutes(Int)
  /// The times at which work began and ended.
  case clock(start: TimeOfDay, end: TimeOfDay)
}

extension WorkedTime {
  /// Visits the members of the time and, between them as among the members of the event, the break and the rules set aside.
  mutating func accept<Visitor: MemberVisitor>(
    _ visit: inout Visitor, _ breakMinutes: inout Int16?, _ override: inout [OverridableRule]
  ) throws(Visitor.Fault) {
    var (minutes, start, end): (Int?, TimeOfDay?, TimeOfDay?) = (nil, nil, nil)
    switch self {
    case .minutes(let given): minutes = given
    case .clock(let from, let to): (start, end) = (from, to)
    }
    start = try visit.optional("start", start)
    if let start {
      self = .clock(start: start, end: try visit.submitted("end", end))
      breakMinutes = try visit.breakMinutes(breakMinutes, .optional, .breakOfShift)
      override = try visit.override(override)
    } else {
      breakMinutes = try visit.breakMinutes(breakMinutes, .optional, .breakOfShift)
      override = try visit.override(override)
      self = .minutes(try visit.submitted("minutes", minutes))
    }
  }
}

/// The offer of a company. Values are as submitted; the rules judge them.
public struct DealTerms: Hashable, Sendable {
  /// The name of the deal.
  public var name: String
  /// The name under which the company offers it.
  public var companyName: String
  /// The kind of thing on offer.
  public var category: String
  /// The latitude of the place in degrees, −90 to 90.
  public var latitude: Double?
  /// The longitude of the place in degrees, −180 to 180.
  public var longitude: Double?
  /// The last instant at which the deal holds.
  public var validUntil: Timestamp
  /// The first instant at which the deal holds; `nil` for now.
  public var validFrom: Timestamp?
  /// The address of the place, in words.
  public var address: String?
  /// The description, a text of several lines.
  public var description: String?
  /// The opening times, a text of several lines.
  public var openingTimes: String?
  /// The address of a picture.
  public var picture: String?
  /// The number of seats; without it there is always one.
  public var capacity: Int?
  /// The price of a seat in hundredths of the currency.
  public var priceCents: Int?
  /// The currency of the price.
  public var currency: CurrencyCode?

  /// The terms that every deal has. The rules ask for the coordinates, too: without them the deal
  /// is rejected.
  public init(
    name: String, companyName: String, category: DealCategory, latitude: Double?,
    longitude: Double?, validUntil: Timestamp
  ) {
    (self.name, self.companyName) = (name, companyName)
    self.category = category.rawValue
    (self.latitude, self.longitude, self.validUntil) = (latitude, longitude, validUntil)
  }
}

extension DealTerms {
  /// Placeholder terms, into which a visitor reads.
  init() {
    self.init(
      name: "", companyName: "", category: .blank, latitude: nil, longitude: nil,
      validUntil: .blank)
  }

  mutating func accept<Visitor: MemberVisitor>(_ visit: inout Visitor) throws(Visitor.Fault) {
    name = try visit.submitted("name", name)
    companyName = try visit.submitted("companyName", companyName)
    category = try visit.submitted("category", category)
    latitude = try visit.optional("latitude", latitude)
    longitude = try visit.optional("longitude", longitude)
    validUntil = try visit.submitted("validUntil", validUntil)
    validFrom = try visit.optional("validFrom", validFrom)
    address = try visit.optional("address", address)
    description = try visit.freeText("description", description)
    openingTimes = try visit.freeText("openingTimes", openingTimes)
    picture = try visit.optional("picture", picture)
    capacity = try visit.optional("capacity", capacity)
    priceCents = try visit.optional("priceCents", priceCents)
    currency = try visit.optional("currency", currency)
  }
}

/// A manager's changes of a shift; an `.unchanged` member keeps its value.
public struct ShiftEdits: Hashable, Sendable {
  /// The day on which it starts.
  public var date: Edit<LocalDate> = .unchanged
  /// The time at which it starts.
  public var start: Edit<TimeOfDay> = .unchanged
  /// The time at which it ends.
  public var end: Edit<TimeOfDay> = .unchanged
  /// The optional keys.
  public var keys = ShiftDetailEdits()

  /// Edits that change nothing yet.
  public init() {}
}

extension ShiftEdits {
  mutating func acceptTimes<Visitor: MemberVisitor>(_ visit: inout Visitor) throws(Visitor.Fault) {
    date = try visit.edit("date", date)
    start = try visit.edit("start", start)
    end = try visit.edit("end", end)
  }
}

/// A manager's changes of a vacancy; an `.unchanged` member keeps its value.
public struct VacancyEdits: Hashable, Sendable {
  /// The day, the times and the optional keys.
  public var shift = ShiftEdits()
  /// The number of shifts that can come from it.
  public var places: Edit<Int> = .unchanged
  /// The number of people that the work takes.
  public var wanted: Edit<Int> = .unchanged

  /// Edits that change nothing yet.
  public init() {}
}

/// A company's changes of a deal; an `.unchanged` member keeps its value.
public struct DealEdits: Hashable, Sendable {
  /// The name of the deal.
  public var name: Edit<String> = .unchanged
  /// The name under which the company offers it.
  public var companyName: Edit<String> = .unchanged
  /// The kind of thing on offer.
  public var category: Edit<String> = .unchanged
  /// The latitude of the place in degrees, −90 to 90.
  public var latitude: Edit<Double> = .unchanged
  /// The longitude of the place in degrees, −180 to 180.
  public var longitude: Edit<Double> = .unchanged
  /// The last instant at which the deal holds.
  public var validUntil: Edit<Timestamp> = .unchanged
  /// The first instant at which the deal holds.
  public var validFrom: Edit<Timestamp> = .unchanged
  /// The address of the place, in words.
  public var address: Edit<String> = .unchanged
  /// The description, a text of several lines.
  public var description: Edit<String> = .unchanged
  /// The opening times, a text of several lines.
  public var openingTimes: Edit<String> = .unchanged
  /// The address of a picture.
  public var picture: Edit<String> = .unchanged
  /// The number of seats; without it there is always one.
  public var capacity: Edit<Int> = .unchanged
  /// The price of a seat in hundredths of the currency.
  public var priceCents: Edit<Int> = .unchanged
  /// The currency of the price.
  public var currency: Edit<CurrencyCode> = .unchanged

  /// Edits that change nothing yet.
  public init() {}
}

extension DealEdits {
  mutating func accept<Visitor: MemberVisitor>(_ visit: inout Visitor) throws(Visitor.Fault) {
    name = try visit.edit("name", name)
    companyName = try visit.edit("companyName", companyName)
    category = try visit.edit("category", category)
    latitude = try visit.edit("latitude", latitude)
    longitude = try visit.edit("longitude", longitude)
    validUntil = try visit.edit("validUntil", validUntil)
    validFrom = try visit.edit("validFrom", validFrom)
    address = try visit.edit("address", address)
    description = try visit.freeTextEdit("description", description)
    openingTimes = try visit.freeTextEdit("openingTimes", openingTimes)
    picture = try visit.edit("picture", picture)
    capacity = try visit.edit("capacity", capacity)
    priceCents = try visit.edit("priceCents", priceCents)
    currency = try visit.edit("currency", currency)
  }
}
