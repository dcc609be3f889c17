#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A refusal by the operating system, as its error number.
package struct SystemError: Error, Hashable {
  package var number: Int32

  package static let notPermitted = SystemError(number: EPERM)
  package static let noEntry = SystemError(number: ENOENT)
  package static let interrupted = SystemError(number: EINTR)
  package static let inputOutput = SystemError(number: EIO)
  package static let noDeviceOrAddress = SystemError(number: ENXIO)
  package static let accessDenied = SystemError(number: EACCES)
  package static let addressInUse = SystemError(number: EADDRINUSE)
  package static let exists = SystemError(number: EEXIST)
  package static let notDirectory = SystemError(number: ENOTDIR)
  package static let isDirectory = SystemError(number: EISDIR)
  package static let fileTooLarge = SystemError(number: EFBIG)
  package static let noSpace = SystemError(number: ENOSPC)
  package static let readOnly = SystemError(number: EROFS)
  package static let wouldBlock = SystemError(number: EWOULDBLOCK)
  package static let tooManyLinks = SystemError(number: ELOOP)

  static var last: SystemError { SystemError(number: errno) }
}

extension SystemError: CustomStringConvertible {
  package var description: String { unsafe String(cString: strerror(number)) }
}
