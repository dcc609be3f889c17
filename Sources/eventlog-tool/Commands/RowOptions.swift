import Projections
import ShiftEvents

/// The options that choose rows of a projection.
enum RowOptions {
  static let all = criteria.map(\.option) + [SharedOptions.all]

  /// The criterion of each option. Options whose criterion a projection does not have are refused.
  private static let criteria: [(option: OptionSpec, criterion: RowCriterion)] = [
    (SharedOptions.user, .user), (SharedOptions.week, .dates), (SharedOptions.from, .dates),
    (SharedOptions.to, .dates),
    (.flag("running", help: "Only what is in progress: who is on duty, who is away"), .running),
    (.value("place", "NAME", help: "Only shifts at this place"), .names),
    (.value("label", "NAME", help: "Only shifts with this label"), .names),
    (.value("company", "USER", help: "Only this company's deals and reservations"), .company),
    (.value("category", "NAME", help: "Only deals of this category"), .category),
    (
      .value("near", "LAT,LON", help: "Only deals around this place, in degrees; with --within"),
      .near
    ),
    (.value("within", "METRES", help: "How far around --near"), .near),
    (.flag("followed-only", help: "A study ranking without --user themselves"), .followedOnly),
    (.value("name", "TEXT", help: "Only users with this in their name"), .namePart),
    (
      .value(
        "by", "SPAN", help: "Hours by week, month, day or person; also of those who recorded none"),
      .grouping
    ),
    (.flag("total", help: "Hours: the sum of all rows behind them"), .grouping),
    (
      .value("for", "USER", help: "Marketplace: what this user may take, and why not the others"),
      .taker
    ),
  ]

  /// Refuses options that do not apply to a projection: without them it would print everybody's rows.
  static func check(_ arguments: ParsedArguments, for projection: ProjectionDescriptor)
    throws(UsageError)
  {
    for (option, criterion) in criteria
    where arguments.has(option.name) && !projection.criteria.contains(criterion) {
      let takers = ShowCommand.projections.filter { $0.criteria.contains(criterion) }
      let own = criteria.filter { projection.criteria.contains($0.criterion) }.map(\.option)
      throw UsageError(
        "show \(projection.name) takes no --\(option.name); "
          + "\(listed(takers.map(\.name), "and")) \(takers.count == 1 ? "does" : "do")",
        help: "show \(projection.name) takes "
          + listed((own + [SharedOptions.all]).map { "--\($0.name)" }, "and"))
    }
  }
}

extension Invocation {
  /// Returns the rows of a projection that are asked for, but for their days.
  ///
  /// - Parameter person: finds the person whom an option names.
  func rowSelection(
    of projection: ProjectionDescriptor, person: (String) throws -> UserID?
  ) throws -> RowSelection {
    try RowOptions.check(arguments, for: projection)
    for option in ["week", "from", "to"] { try arguments.checkAtMostOne(of: "running", option) }
    let selection = RowSelection(
      user: try person("user"),
      names: NameSelection(place: try identifier("place"), label: try identifier("label")),
      company: try person("company"),
      category: try arguments.choice("category", as: DealCategory.self), near: try nearness(),
      followedOnly: arguments.flag("followed-only"), namePart: arguments.value("name"),
      grouping: try arguments.choice("by", as: HoursGrouping.self),
      all: arguments.flag("all"), running: arguments.flag("running"))
    if selection.followedOnly && selection.user == nil {
      throw UsageError("--followed-only needs --user: whose ranking is it?")
    }
    return selection
  }

  /// `--near` and `--within`.
  private func nearness() throws(UsageError) -> Nearness? {
    guard let place = arguments.value("near") else {
      if arguments.value("within") == nil { return nil }
      throw UsageError("--within needs --near: around which place?")
    }
    guard let distance = arguments.value("within") else {
      throw UsageError("--near needs --within: how many metres around it?")
    }
    let degrees = place.split(separator: ",", omittingEmptySubsequences: false).map(decimal)
    guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1],
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else {
      throw UsageError(
        "--near must be a latitude and a longitude in degrees, found \(quoted(place))",
        help: "for example --near 52.37,4.89")
    }
    guard let metres = decimal(distance[...]), metres >= 0 else {
      throw UsageError("--within must be a number of metres, found \(quoted(distance))")
    }
    return Nearness(latitude: latitude, longitude: longitude, metres: metres)
  }

  /// A plain decimal number: no exponent, no hexadecimal digits, no words such as "inf".
  private func decimal(_ text: Substring) -> Double? {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
    guard isPlain, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
