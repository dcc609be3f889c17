import ShiftEvents

/// A value that a column may have: its cell, and what schemas say of it.
protocol ColumnValue: Sendable {
  static var kind: Heading.Kind { get }
  /// True of what some rows do not have.
  static var isOptional: Bool { get }
  var cell: Cell? { get }
  static func list(_ values: [Self]) -> Cell
}

extension ColumnValue {
  static var isOptional: Bool { false }
  static func list(_ values: [Self]) -> Cell { .list(values.compactMap { $0.cell?.text }) }
}

extension ColumnValue where Self: InternedIdentifier {
  static var kind: Heading.Kind { .id }
  var cell: Cell? { .text(description) }
}

extension ColumnValue where Self: RawRepresentable<String> & CaseIterable {
  static var kind: Heading.Kind { .words(allCases.map(\.rawValue)) }
  var cell: Cell? { .text(rawValue) }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  static var kind: Heading.Kind { Wrapped.kind }
  static var isOptional: Bool { true }
  var cell: Cell? { flatMap { $0.cell } }
}

extension Array: ColumnValue where Element: ColumnValue {
  static var kind: Heading.Kind { .list(of: Element.kind) }
  var cell: Cell? { Element.list(self) }
}

extension String: ColumnValue {
  static var kind: Heading.Kind { .text }
  var cell: Cell? { .text(self) }
}

extension Phrase: ColumnValue {
  static var kind: Heading.Kind { .text }
  var cell: Cell? { .phrase(self) }
}

extension Name: ColumnValue { static var kind: Heading.Kind { .name } }

extension Int: ColumnValue {
  static var kind: Heading.Kind { .integer }
  var cell: Cell? { .integer(self) }
}

extension Double: ColumnValue {
  static var kind: Heading.Kind { .number }
  var cell: Cell? { .decimal(self) }
}

extension Bool: ColumnValue {
  static var kind: Heading.Kind { .boolean }
  var cell: Cell? { .boolean(self) }
}

extension LocalDate: ColumnValue {
  static var kind: Heading.Kind { .date }
  var cell: Cell? { .date(self) }
}

extension TimeOfDay: ColumnValue {
  static var kind: Heading.Kind { .timeOfDay }
  var cell: Cell? { .timeOfDay(self) }
}

extension WeekOfYear: ColumnValue {
  static var kind: Heading.Kind { .week }
  var cell: Cell? { .week(self) }
}

extension Timestamp: ColumnValue {
  static var kind: Heading.Kind { .instant }
  var cell: Cell? { .instant(self) }
}

/// A person, beside whose id stands the name; a column without names has a plain id.
extension UserID: ColumnValue {
  var cell: Cell? { .person(self) }
  static func list(_ values: [Self]) -> Cell { .people(values) }
}

extension ShiftID: ColumnValue {}
extension FixedShiftID: ColumnValue {}
extension FixedVacancyID: ColumnValue {}
extension SeriesID: ColumnValue {}
extension ClosureID: ColumnValue {}
extension RequestID: ColumnValue {}
extension VacancyID: ColumnValue {}
extension AbsenceID: ColumnValue {}
extension TradeID: ColumnValue {}
extension DealID: ColumnValue {}
extension ReservationID: ColumnValue {}
extension PublicationID: ColumnValue {}
extension PeriodID: ColumnValue {}
extension AcceptanceRoute: ColumnValue {}
extension NotificationKind: ColumnValue {}
extension DealCategory: ColumnValue {}
extension Role: ColumnValue {}
extension OverridableRule: ColumnValue {}
