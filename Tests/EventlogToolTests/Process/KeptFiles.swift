import Foundation

/// Files that the tool made once, for every test that begins with them.
struct KeptFiles: Sendable {
  private enum Content: Sendable {
    case folder(mode: Int)
    case file([UInt8], mode: Int)
    case link(to: String)
  }

  private let contents: [(name: String, Content)]

  init(_ make: () throws -> LogFolder) rethrows {
    let folder = try make()
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    contents = names.sorted().map { name in
      let path = folder.file(name)
      let facts = try! FileManager.default.attributesOfItem(atPath: path)
      let mode = facts[.posixPermissions] as! Int
      return switch facts[.type] as? FileAttributeType {
      case .typeDirectory: (name, .folder(mode: mode))
      case .typeSymbolicLink:
        (name, .link(to: try! FileManager.default.destinationOfSymbolicLink(atPath: path)))
      default: (name, .file(folder.bytes(name), mode: mode))
      }
    }
  }

  func folder() -> LogFolder {
    let folder = LogFolder()
    for (name, content) in contents {
      let path = folder.file(name)
      switch content {
      case .folder(let mode):
        try! FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: mode])
      case .file(let bytes, let mode):
        let isMade = FileManager.default.createFile(
          atPath: path, contents: Data(bytes), attributes: [.posixPermissions: mode])
        precondition(isMade)
      case .link(let target):
        try! FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      }
    }
    return folder
  }
}
