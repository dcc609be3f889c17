import Foundation
import Testing

/// A new log in a folder of its own, gone with this value, and sessions on it.
final class ClientLog {
  private let place = LogFolder()
  var folder: String { place.path }
  var path: String { place.log }

  init() throws { #expect(try tool("init", path).code == 0) }

  /// Runs the tool to its end.
  @discardableResult
  func tool(_ arguments: String..., input: String = "") throws -> (output: String, code: Int32?) {
    try Child.run(BuiltTool.path, arguments, input: input)
  }

  /// A session that has reported that it is ready.
  func session(_ options: String...) throws -> Child {
    let session = try Child(BuiltTool.path, ["append", "--session", "-f", path] + options)
    let ready = try #require(session.line())
    try #require(ready.hasPrefix(#"{"status":"ready","protocol":1,"sequence":"#))
    return session
  }

  var lines: [String] { get throws { place.logLines } }

  /// The length of the log as it is now.
  var lengthBytes: Int {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
  }

  /// Nothing is wrong with the bytes.
  func expectWhole(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (output, code) = try tool("verify", "--json", path)
    #expect(code == 0, "\(output)", sourceLocation: sourceLocation)
  }
}

/// The members of a reply, or of any JSON object.
func members(_ line: String?) -> [String: Any] {
  guard let line,
    let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
  else {
    Issue.record("this is no JSON object: \(line ?? "(nothing)")")
    return [:]
  }
  return object
}

extension [String: Any] {
  func text(_ key: String) -> String? { self[key] as? String }
  func number(_ key: String) -> Int? { self[key] as? Int }
}

/// A student registers: a submission that any log takes, once a user.
func registration(_ user: String, id: String? = nil, ref: String? = nil) -> String {
  let id = id.map { #","id":"\#($0)""# } ?? ""
  let ref = ref.map { #","ref":\#($0)"# } ?? ""
  return #"{"type":"user.registered","subject":"\#(user)","actor":"\#(user)""#
    + #","data":{"roles":["student"]}\#(id)\#(ref)}"#
}
