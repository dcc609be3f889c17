/// The formats in which rows can be had.
enum AnswerFormat: String, CaseIterable {
  case table, json, ndjson, csv, markdown

  /// True if people read it: names stand for ids, and words for codes.
  var isForPeople: Bool { self == .table || self == .markdown }

  /// The format for the ending of a file's name.
  init?(fileName: String) {
    switch fileName.split(separator: ".").last?.lowercased() {
    case "json": self = .json
    case "ndjson": self = .ndjson
    case "csv": self = .csv
    case "md", "markdown": self = .markdown
    case "txt": self = .table
    default: return nil
    }
  }
}
