/// What a disk and the page cache before it hold at a moment: a value, so that a moment can be kept
/// and gone back to.
///
/// Contents and names are apart. Of both there is what the system shows (`cached`), what is on the
/// disk (`durable`), and what was done and not synced yet (`pending`).
struct DiskState {
  enum ContentChange {
    case write(offset: Int, [UInt8])
    case truncate(Int)
  }

  struct File {
    var isFolder = false
    var cached: [UInt8] = []
    var durable: [UInt8] = []
    var pending: [ContentChange] = []
  }

  struct NameChange {
    enum Kind {
      case link(String, inode: Int)
      case unlink(String)
      case rename(String, to: String, inode: Int)
    }

    /// The folder whose sync makes it durable.
    var folder: String
    var kind: Kind
  }

  /// By inode number.
  private(set) var files: [File] = [File(isFolder: true)]
  /// Inodes by path; the root has none.
  private(set) var names: [String: Int] = [:]
  private(set) var durableNames: [String: Int] = [:]
  private(set) var pendingNames: [NameChange] = []

  static func parent(of path: String) -> String {
    let bytes = path.utf8
    var end = bytes.endIndex
    // By hand: `lastIndex(of:)` is slow without optimization.
    repeat { end = bytes.index(before: end) } while bytes[end] != UInt8(ascii: "/")
    return String(path[..<end])
  }

  func inode(_ path: String) -> Int? { path.isEmpty ? 0 : names[path] }

  func contents(_ path: String) -> [UInt8]? { inode(path).map { files[$0].cached } }

  func hasPendingCut(of path: String) -> Bool {
    guard let inode = inode(path) else { return false }
    return files[inode].pending.contains {
      if case .truncate = $0 { true } else { false }
    }
  }

  /// The names right below a folder.
  func list(_ folder: String) -> [String] {
    names.keys.filter { DiskState.parent(of: $0) == folder }.map {
      String($0.utf8.dropFirst(folder.utf8.count + 1))!
    }
  }

  func linkCount(_ inode: Int) -> Int { inode == 0 ? 1 : names.values.count { $0 == inode } }
}

// The effects of calls.
extension DiskState {
  mutating func make(_ path: String, isFolder: Bool) -> Int {
    files.append(File(isFolder: isFolder))
    let inode = files.count - 1
    names[path] = inode
    note(.link(path, inode: inode), in: DiskState.parent(of: path))
    return inode
  }

  mutating func unlink(_ path: String) {
    names[path] = nil
    note(.unlink(path), in: DiskState.parent(of: path))
  }

  mutating func rename(_ path: String, to newPath: String) {
    guard let inode = names.removeValue(forKey: path) else { return }
    names[newPath] = inode
    note(.rename(path, to: newPath, inode: inode), in: DiskState.parent(of: newPath))
  }

  private mutating func note(_ kind: NameChange.Kind, in folder: String) {
    pendingNames.append(NameChange(folder: folder, kind: kind))
  }

  mutating func change(_ inode: Int, _ change: ContentChange) {
    files[inode].cached.apply(change)
    files[inode].pending.append(change)
  }

  mutating func sync(_ inode: Int) {
    for change in files[inode].pending { files[inode].durable.apply(change) }
    files[inode].pending = []
  }

  /// The pages are clean now, the cache still shows them, and the disk never saw them.
  mutating func failSync(_ inode: Int) { files[inode].pending = [] }

  mutating func syncNames(in folder: String) {
    for change in pendingNames where change.folder == folder {
      durableNames.apply(change.kind)
    }
    pendingNames.removeAll { $0.folder == folder }
  }

  /// Writes everything back, as a system does that is left alone for a while.
  mutating func settle() {
    for inode in files.indices { sync(inode) }
    for change in pendingNames { durableNames.apply(change.kind) }
    pendingNames = []
  }

  /// Restarts the machine with these contents and names on its disk.
  mutating func restart(with contents: [[UInt8]], _ names: [String: Int]) {
    for (inode, bytes) in contents.enumerated() {
      files[inode].durable = bytes
      files[inode].cached = bytes
      files[inode].pending = []
    }
    // A file in a folder that has no name itself cannot be reached.
    func isReachable(_ path: String) -> Bool {
      let parent = DiskState.parent(of: path)
      return parent.isEmpty || (names[parent] != nil && isReachable(parent))
    }
    durableNames = names.filter { isReachable($0.key) }
    self.names = durableNames
    pendingNames = []
  }
}

extension [UInt8] {
  mutating func apply(_ change: DiskState.ContentChange) {
    switch change {
    case .truncate(let length):
      if length < count { removeLast(count - length) } else { pad(to: length) }
    case .write(let offset, let bytes):
      pad(to: offset + bytes.count)
      // Generic calls go byte by byte without optimization.
      unsafe withUnsafeMutableBytes { file in
        unsafe bytes.withUnsafeBytes { unsafe file[offset...].copyBytes(from: $0) }
      }
    }
  }

  /// A file that is made longer without bytes has zero bytes there.
  mutating func pad(to length: Int) {
    if length > count { self += [UInt8](repeating: 0, count: length - count) }
  }
}

extension [String: Int] {
  mutating func apply(_ change: DiskState.NameChange.Kind) {
    switch change {
    case .link(let path, let inode): self[path] = inode
    case .unlink(let path): self[path] = nil
    case .rename(let path, let newPath, let inode):
      self[path] = nil
      self[newPath] = inode
    }
  }
}
