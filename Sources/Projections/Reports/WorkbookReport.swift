package import ShiftEvents

/// Rows of projections as a workbook (Office Open XML), a sheet a projection. It has neither formulas nor links, and the
/// same rows are the same bytes.
package struct WorkbookReport {
  package struct Sheet {
    let name: String
    let table: RowTable
    let zone: Zone

    /// - Parameter zone: the zone of the sheet's instants.
    package init(_ name: String, _ table: RowTable, in zone: Zone) {
      (self.name, self.table, self.zone) = (name, table.namingTotal(), zone)
    }

    /// True if no sheet holds so many rows.
    package var isTooLong: Bool { table.rows.count > WorkbookReport.mostRows }
  }

  /// The rows that a sheet has beside its header.
  package static let mostRows = (1 << 20) - 1

  /// True for columns of an option, too.
  private let showsOptions: Bool

  package init(showsOptions: Bool = false) { self.showsOptions = showsOptions }

  /// A workbook that no archive can hold.
  package struct TooLarge: Error {}

  /// Writes the file in pieces.
  package func write(_ sheets: [Sheet], _ put: ([UInt8]) throws -> Void) throws {
    var archive = ZipArchive()
    func file(_ name: String, _ bytes: [UInt8]) throws {
      guard let head = archive.begin(name, bytes) else { throw TooLarge() }
      try put(head)
      try put(bytes)
    }
    for (name, text) in Self.parts(sheets.map(\.name)) {
      try file(name, Array((Self.declaration + text).utf8))
    }
    for (place, sheet) in sheets.enumerated() {
      var text = SheetText(sheet.zone)
      text.write(sheet.table, showsOptions: showsOptions)
      try file("xl/worksheets/sheet\(place + 1).xml", text.bytes)
    }
    try put(archive.end)
  }

  fileprivate static let declaration =
    #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
  private static let schemas = "http://schemas.openxmlformats.org"
  fileprivate static let main = "\(schemas)/spreadsheetml/2006/main"

  /// The files beside the sheets.
  private static func parts(_ names: [String]) -> [(name: String, text: String)] {
    let numbers = names.indices.map { $0 + 1 }
    let type = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    let types =
      [("workbook.xml", "sheet.main"), ("styles.xml", "styles")]
      + numbers.map { ("worksheets/sheet\($0).xml", "worksheet") }
    let overrides = types.map {
      #"<Override PartName="/xl/\#($0)" ContentType="\#(type).\#($1)+xml"/>"#
    }
    let link = "\(schemas)/officeDocument/2006/relationships"
    func relationships(_ all: [(kind: String, target: String)]) -> String {
      #"<Relationships xmlns="\#(schemas)/package/2006/relationships">"#
        + all.enumerated().map {
          #"<Relationship Id="r\#($0 + 1)" Type="\#(link)/\#($1.kind)" Target="\#($1.target)"/>"#
        }.joined() + "</Relationships>"
    }
    let sheets = zip(names, numbers).map {
      #"<sheet name="\#($0)" sheetId="\#($1)" r:id="r\#($1)"/>"#
    }
    return [
      (
        "[Content_Types].xml",
        #"<Types xmlns="\#(schemas)/package/2006/content-types">"#
          + #"<Default Extension="xml" ContentType="application/xml"/>"#
          + #"<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#
          + overrides.joined() + "</Types>"
      ),
      ("_rels/.rels", relationships([("officeDocument", "xl/workbook.xml")])),
      (
        "xl/workbook.xml",
        #"<workbook xmlns="\#(main)" xmlns:r="\#(link)"><sheets>"# + sheets.joined()
          + "</sheets></workbook>"
      ),
      (
        "xl/_rels/workbook.xml.rels",
        relationships(
          numbers.map { ("worksheet", "worksheets/sheet\($0).xml") } + [("styles", "styles.xml")])
      ),
      ("xl/styles.xml", CellFormat.sheet),
    ]
  }
}

/// The formats of cells, by their places in the list of styles.
private enum CellFormat: Int, CaseIterable {
  case plain, header, quoted, date, time, instant, length, hours

  /// The code of a format of numbers; `nil` of others.
  private var code: String? {
    switch self {
    case .plain, .header, .quoted: nil
    case .date: #"yyyy\-mm\-dd"#
    case .time: "hh:mm"
    case .instant: #"yyyy\-mm\-dd\ hh:mm:ss"#
    case .length: "[h]:mm"
    case .hours: "0.00"
    }
  }

  /// The number of a code; those below 164 are known to every program.
  private var number: Int { code == nil ? 0 : self == .hours ? 2 : 164 + rawValue }

  /// The width of all its numbers; `nil` where it depends on the cell.
  var width: Int? {
    switch self {
    case .date: 10
    case .time: 5
    case .instant: 19
    case .length: 7
    case .plain, .header, .quoted, .hours: nil
    }
  }

  /// The file of all of them.
  static var sheet: String {
    let codes = allCases.filter { $0.number > 2 }.map {
      #"<numFmt numFmtId="\#($0.number)" formatCode="\#($0.code ?? "")"/>"#
    }
    let styles = allCases.map { format in
      #"<xf numFmtId="\#(format.number)" fontId="\#(format == .header ? 1 : 0)" fillId="0" borderId="0" xfId="0""#
        + (format.code == nil ? "" : #" applyNumberFormat="1""#)
        + (format == .header ? #" applyFont="1""# : "")
        + (format == .quoted ? #" quotePrefix="1""# : "") + "/>"
    }
    let font = #"<sz val="11"/><name val="Calibri"/>"#
    return #"<styleSheet xmlns="\#(WorkbookReport.main)">"#
      + #"<numFmts count="\#(codes.count)">\#(codes.joined())</numFmts>"#
      + #"<fonts count="2"><font>\#(font)</font><font><b/>\#(font)</font></fonts>"#
      + #"<fills count="2"><fill><patternFill patternType="none"/></fill>"#
      + #"<fill><patternFill patternType="gray125"/></fill></fills>"#
      + #"<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"#
      + #"<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>"#
      + #"<cellXfs count="\#(styles.count)">\#(styles.joined())</cellXfs>"#
      + #"<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"#
  }
}

private struct SheetText {
  private(set) var bytes: [UInt8] = []
  private var zone: Zone
  private var letters: [String] = []
  private var widths: [Int] = []
  /// True of the ends of a row that says how many days behind its date they are: of the one that is now, and the others.
  private var hasDays = (now: false, others: false)

  init(_ zone: Zone) { self.zone = zone }

  mutating func write(_ table: RowTable, showsOptions: Bool) {
    let columns = table.flatColumns(showsOptions: showsOptions)
    letters = columns.indices.map(Self.letters)
    widths = columns.map { _ in 0 }
    let lastRow = table.rows.count + (table.hasTotal && !table.rows.isEmpty ? 0 : 1)
    begin(row: 1)
    for (place, column) in columns.enumerated() { put(column.key, .header, place, 1) }
    put("</row>")
    let usual = zone
    let days = columns.firstIndex { $0.key == "days" }
    let nowDays = columns.firstIndex { $0.key == "nowDays" }
    for (place, row) in table.rows.enumerated() {
      zone = table.zone(ofRow: place, else: usual)
      begin(row: place + 2)
      var cells = columns.map { table.cell($0, of: row) }
      if let days, cells[days] == nil, table.endsAtItsStart(row) { cells[days] = .integer(1) }
      hasDays.others = days.map { cells[$0] != nil } ?? false
      hasDays.now = nowDays.map { cells[$0] != nil } ?? false
      for (place, column) in columns.enumerated() {
        if let cell = cells[place] { put(cell, column, place) }
      }
      put("</row>")
    }
    let rows = bytes
    bytes = []
    put(
      WorkbookReport.declaration + #"<worksheet xmlns="\#(WorkbookReport.main)">"#
        + #"<sheetViews><sheetView workbookViewId="0">"#
        + #"<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>"#
    )
    for (place, width) in widths.enumerated() {
      let width = min(width, 80) + 3
      put(#"<col min="\#(place + 1)" max="\#(place + 1)" width="\#(width)" customWidth="1"/>"#)
    }
    put("</cols><sheetData>")
    bytes += rows
    put(#"</sheetData><autoFilter ref="A1:\#(letters.last ?? "A")\#(lastRow)"/></worksheet>"#)
  }

  /// The letters of a column: `A`, `Z`, `AA`.
  private static func letters(_ place: Int) -> String {
    (place < 26 ? "" : letters(place / 26 - 1)) + String(UnicodeScalar(UInt8(65 + place % 26)))
  }

  private var row: [UInt8] = []

  private mutating func begin(row number: Int) {
    row = Array(String(number).utf8)
    put("<row r=\"")
    bytes += row
    put("\">")
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  // MARK: - Cells

  private mutating func put(_ cell: Cell, _ column: FlatColumn, _ place: Int) {
    switch cell {
    case .date(let date):
      let days = Int(date.daysSinceEpoch) + Self.daysBefore1970
      // Before March 1900 no number means the same day to all programs.
      if days > 60 { put(String(days), .date, place) } else { put(cell.text, .plain, place, 0) }
    case .instant(let time):
      let local = time.milliseconds + Int64(zone.offsetSeconds(at: time)) * 1000
      let days = Double(local) / 86_400_000 + Double(Self.daysBefore1970)
      if days >= 61 {
        put(plainNumber(days), .instant, place)
      } else {
        put(time.text(in: zone), .plain, place, 0)
      }
    case .timeOfDay(let time):
      // The end of a day is its 24:00, and behind days that are given the 00:00 of the last one.
      let isDated = column.key == "nowEnd" ? hasDays.now : hasDays.others
      if time.minutes == 0, column.key.lowercased().hasSuffix("end"), !isDated {
        put("1", .length, place)
      } else {
        put(plainNumber(Double(time.minutes) / 1440), .time, place)
      }
    case .integer(let number) where !column.heading.isLength: put(String(number), .plain, place)
    case .integer(let minutes), .duration(let minutes):
      // Spreadsheets show no negative times.
      if minutes < 0 || column.key == "difference" {
        put(plainNumber(Double(minutes) / 60), .hours, place)
      } else {
        put(plainNumber(Double(minutes) / 1440), .length, place)
      }
    case .decimal(let number): put(plainNumber(number), .plain, place)
    case .boolean(let flag): put(flag ? "1" : "0", .plain, place, type: " t=\"b\"")
    case .text, .week, .list, .person, .people, .phrase, .table, .members, .objects:
      let text = cell.flatText
      put(text, text.looksLikeFormula ? .quoted : .plain, place, 0)
    }
  }

  /// The days from the end of 1899, from which spreadsheets count.
  private static let daysBefore1970 = 25_569

  private mutating func begin(_ place: Int, _ format: CellFormat, _ type: String) {
    put("<c r=\"")
    put(letters[place])
    bytes += row
    if format != .plain {
      put("\" s=\"")
      put(String(format.rawValue))
    }
    put("\"")
    put(type)
    put(">")
  }

  private mutating func put(
    _ number: String, _ format: CellFormat, _ place: Int, type: String = ""
  ) {
    begin(place, format, type)
    put("<v>")
    put(number)
    put("</v></c>")
    widths[place] = max(widths[place], format.width ?? number.utf8.count)
  }

  /// Writes a text.
  ///
  /// - Parameter extra: the columns that stand beside it, such as for the button of a filter.
  private mutating func put(_ text: String, _ format: CellFormat, _ place: Int, _ extra: Int) {
    begin(place, format, " t=\"inlineStr\"")
    put("<is><t xml:space=\"preserve\">")
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte != 0x26 && byte != 0x3C && byte != 0x3E && byte != 0x5F && byte != 0xEF
        && !byte.mayMislead
    }
    let shown = isPlain ? text : Self.safe(text)
    let whole = shown.utf8.count > Self.mostUnits ? Self.cut(shown) : shown
    put(isPlain ? whole : Self.escaped(whole))
    put("</t></is></c>")
    widths[place] = max(
      widths[place], min(whole.utf8.count, 400) < 80 ? whole.unicodeScalars.count + extra : 80)
  }

  /// The UTF-16 units that a cell holds.
  private static let mostUnits = 32_767

  private static func cut(_ text: String) -> String {
    if text.utf16.count <= mostUnits { return text }
    var (part, units) = ("".unicodeScalars, 0)
    for scalar in text.unicodeScalars {
      units += scalar.value > 0xFFFF ? 2 : 1
      if units >= mostUnits { break }
      part.append(scalar)
    }
    return String(part) + "…"
  }

  /// The text with what misleads readers, and what XML does not have, spelled out.
  private static func safe(_ text: String) -> String {
    text.escaped { scalar in
      let isSpelled = scalar.misleadsReaders && scalar != "\n" && scalar != "\t"
      return isSpelled || scalar.value & 0xFFFE == 0xFFFE ? scalar.spelledOut : nil
    }
  }

  /// The text as XML; an underscore that would begin the code of a character is written as one.
  private static func escaped(_ text: String) -> String {
    let codes =
      text.contains("_x") ? text.replacing(/_(?=x[0-9A-Fa-f]{4}_)/, with: "_x005F_") : text
    return codes.escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: nil
      }
    }
  }
}

extension Heading {
  /// True of numbers of minutes.
  fileprivate var isLength: Bool { key == "minutes" || key.hasSuffix("Minutes") }
}
