/// Rows with coordinates as pins, with a scale; no tiles, so that the page needs no network.
struct DealMap {
  private struct Pin {
    var latitude: Double
    var longitude: Double
    var names: [String]
    var kind: String
  }

  private let pins: [Pin]
  private let kinds: [String]
  private static let size = (width: 640.0, height: 400.0, margin: 40.0)

  /// `nil` where rows have no coordinates.
  init?(_ table: RowTable) {
    let index = table.columns.place
    guard let latitude = index("latitude"), let longitude = index("longitude") else { return nil }
    var pins: [Pin] = []
    for row in table.rows {
      guard case .decimal(let y) = row[latitude], case .decimal(let x) = row[longitude] else {
        continue
      }
      let name = ["name", "companyName"].compactMap { index($0).flatMap { row[$0]?.text } }
        .joined(separator: ", ")
      let kind = index("category").flatMap { row[$0]?.text } ?? ""
      // What stands at one place shares a pin.
      if let same = pins.firstIndex(where: {
        $0.latitude == y && $0.longitude == x && $0.kind == kind
      }) {
        pins[same].names.append(name)
      } else {
        pins.append(Pin(latitude: y, longitude: x, names: [name], kind: kind))
      }
    }
    if pins.isEmpty { return nil }
    self.pins = pins
    kinds = Set(pins.map(\.kind)).sorted()
  }

  private static let metresPerDegree = 111_320.0

  /// The picture, and what its colours mean.
  var html: String {
    let (width, height, margin) = Self.size
    let latitudes = pins.map(\.latitude)
    let longitudes = pins.map(\.longitude)
    let middle = (
      y: (latitudes.min()! + latitudes.max()!) / 2, x: (longitudes.min()! + longitudes.max()!) / 2
    )
    let here = Nearness(latitude: middle.y, longitude: middle.x, metres: 0)
    let metresEastward = here.distanceMetres(latitude: middle.y, longitude: middle.x + 1)
    let spread = (
      x: (longitudes.max()! - longitudes.min()!) * metresEastward,
      y: (latitudes.max()! - latitudes.min()!) * Self.metresPerDegree
    )
    let metresPerPoint = max(
      spread.x / (width - 2 * margin), spread.y / (height - 2 * margin), 1000 / width)
    func short(_ value: Double) -> String { Self.short(value) }
    func place(_ pin: Pin) -> (x: Double, y: Double) {
      (
        width / 2 + (pin.longitude - middle.x) * metresEastward / metresPerPoint,
        height / 2 - (pin.latitude - middle.y) * Self.metresPerDegree / metresPerPoint
      )
    }
    var svg = """
      <svg class="map" viewBox="0 0 640 400" role="img">
      <title>Map of \(pins.reduce(0) { $0 + $1.names.count }) places</title>
      <rect class="frame" x="0.5" y="0.5" width="639" height="399"/>

      """
    // A name stands where the map has room, on a phone with its larger letters; the others are in the titles of their
    // pins and in the table below.
    var (room, roomOfPhone) = (Room(letter: 8, line: 16), Room(letter: 13.5, line: 26))
    for pin in pins {
      let (x, y) = place(pin)
      let kind = kinds.firstIndex(of: pin.kind)! % 6
      let isRight = x > width / 2
      let label = label(of: pin)
      let edge = isRight ? x - 10 : x + 10
      let hasRoom = room.takes(label, at: edge, y - 4, isRight)
      let kept = hasRoom && roomOfPhone.takes(label, at: edge, y - 4, isRight)
      svg += """
        <g><title>\(Projections.html(pin.names.joined(separator: "; ")))</title>
        <path class="m\(kind)" d="M\(short(x)) \(short(y)) l-7 -14 a7.8 7.8 0 1 1 14 0 z"/>\(hasRoom ? Self.text(label, at: edge, y - 8, isRight, kept) : "")</g>

        """
    }
    let metres = niceLength(metresPerPoint * 120)
    let bar = metres / metresPerPoint
    svg += """
      <line class="scale" x1="16" y1="384" x2="\(short(16 + bar))" y2="384"/>
      <text x="16" y="376">\(metres >= 1000 ? "\(plainNumber(metres / 1000)) km" : "\(plainNumber(metres)) m")</text>

      """
    let keys = kinds.enumerated().map { index, kind in
      "<li class=\"key c\(index % 6)\">\(Projections.html(kind))</li>\n"
    }
    return svg + "</svg>\n<ul class=\"keys\">\n\(keys.joined())</ul>\n"
  }

  private static func text(
    _ label: String, at x: Double, _ y: Double, _ isRight: Bool, _ isOnPhones: Bool
  ) -> String {
    "\n<text x=\"\(short(x))\" y=\"\(short(y))\"\(isOnPhones ? "" : " class=\"name\"")"
      + "\(isRight ? " text-anchor=\"end\"" : "")>\(Projections.html(label))</text>"
  }

  /// The places of names on a map, for letters of one size.
  private struct Room {
    /// The width of a letter, of which those of East Asia have two, and the height of a line.
    let letter: Double, line: Double
    private var taken: [(x: ClosedRange<Double>, y: ClosedRange<Double>)] = []

    init(letter: Double, line: Double) { (self.letter, self.line) = (letter, line) }

    /// Returns `true` if nothing else stands where a name would, which stands there then.
    mutating func takes(_ label: String, at x: Double, _ y: Double, _ isRight: Bool) -> Bool {
      let width = label.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? letter : 2 * letter) }
      let box = (x: isRight ? x - width...x : x...x + width, y: y - line...y)
      if taken.contains(where: { $0.x.overlaps(box.x) && $0.y.overlaps(box.y) }) { return false }
      taken.append(box)
      return true
    }
  }

  private func label(of pin: Pin) -> String {
    let name = pin.names[0]
    let text = name.count > 24 ? name.prefix(23) + "…" : name[...]
    return pin.names.count > 1 ? "\(text) (\(pin.names.count))" : String(text)
  }

  /// The largest of 1, 2, 5, 10, 20 … metres that is not longer.
  private func niceLength(_ metres: Double) -> Double {
    var length = 1.0
    while length * 10 <= metres { length *= 10 }
    return length * 5 <= metres ? length * 5 : length * 2 <= metres ? length * 2 : length
  }

  private static func short(_ value: Double) -> String { plainNumber((value * 10).rounded() / 10) }
}
