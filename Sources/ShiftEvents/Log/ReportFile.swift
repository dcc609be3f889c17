/// Puts a file in its place in one step: a reader sees the old one or the whole new one.
///
/// A temporary file in the same folder is written and synced, renamed, and the folder synced. A link
/// is replaced, not followed.
package func replaceFile(_ path: String, with bytes: [UInt8]) throws(LogError) {
  let fileSystem = PosixFileSystem()
  let paths = LogPaths(log: path)
  let temporary = "\(path).\(String(UInt32.random(in: .min ... .max), radix: 36)).tmp"
  let file = try reaching("write", path) { () throws(SystemError) in
    try fileSystem.open(
      temporary, [.write, .create, .exclusive, .noFollow], mode: FileMode(bits: 0o666))
  }
  do throws(LogError) {
    defer { fileSystem.close(file) }
    try doing("write", path) { () throws(SystemError) in
      try fileSystem.writeAll(file, bytes)
      try fileSystem.sync(file)
    }
    try reaching("put in place", path) { () throws(SystemError) in
      try fileSystem.rename(temporary, to: path)
    }
  } catch {
    try? fileSystem.remove(temporary)
    throw error
  }
  try doing("sync the folder", paths.parent) { () throws(SystemError) in
    try fileSystem.syncDirectory(paths.parent)
  }
}
