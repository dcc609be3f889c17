import Foundation

/// Opens a file of input; `nil` where there is none of that name.
func openForReading(_ path: String) throws(CommandError) -> Int32? {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  if descriptor >= 0 { return descriptor }
  if errno == ENOENT || errno == ENOTDIR { return nil }
  throw CommandError(.cannotRead, "cannot read \(quoted(path)): \(SystemFailure(code: errno))")
}
