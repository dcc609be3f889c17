import Foundation

/// Opens a file of input; `nil` if there is none of that name.
func openForReading(_ path: String) throws(CommandError) -> Int32? {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  if descriptor >= 0 { return descriptor }
  if errno == ENOENT || errno == ENOTDIR { return nil }
  throw CommandError(.cannotRead, "cannot read \(quoted(path)): \(SystemFailure(code: errno))")
}

/// Writes to a device or a pipe by its name.
func writing(
  toStream path: String, _ pieces: (_ put: ([UInt8]) throws -> Void) throws -> Void
) throws {
  let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else {
    throw CommandError(.cannotCreate, "cannot write \(quoted(path)): \(SystemFailure.last)")
  }
  defer { close(descriptor) }
  try pieces { bytes in
    do throws(SystemFailure) { try writeAll(bytes, to: descriptor) } catch {
      throw CommandError(.ioFailed, "cannot write \(quoted(path)): \(error)")
    }
  }
}
