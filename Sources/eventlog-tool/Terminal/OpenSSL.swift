import Foundation
import ShiftEvents
import ShiftEventsHome

/// The program `openssl`, which signs and checks by Ed25519.
///
/// A private key reaches it through its standard input, so that nothing is left of one where the process is killed. What
/// else it reads stands in files of a folder that only this account may enter and that goes with this object. No text of
/// anybody is in its arguments.
final class OpenSSL {
  private let program: String
  private let folder: String
  private let names = ["public.der", "body", "signature"]
  private var privateKey: [UInt8] = []
  private let fileSystem = PosixFileSystem()

  /// The beginning of every public key of Ed25519 in DER, behind which its 32 bytes stand.
  private static let prefix: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
  ]

  /// Finds the program: `$SHIFT_EVENTS_OPENSSL`, or `openssl` in `$PATH`.
  init() throws {
    program = try Self.find()
    let name = "eventlog-\(UInt64.random(in: .min ... .max))"
    let place = environmentVariable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    folder = "\(place)/\(name)"
    try reaching("make the folder", folder, fileSystem.makeDirectory(folder, mode: .ownerFolder))
    let version = try run(["version"])
    let words = version.text.split(separator: " ")
    guard version.code == 0, words.first == "OpenSSL", words.count > 1,
      let major = words[1].split(separator: ".").first.flatMap({ Int($0) }), major >= 3
    else {
      throw CommandError(
        .unavailable, "\(program) is not OpenSSL 3.0 or later, which checks signatures",
        help: "name another with $SHIFT_EVENTS_OPENSSL")
    }
  }

  deinit {
    for name in names { try? fileSystem.remove(path(name)) }
    try? fileSystem.removeFolder(folder)
  }

  private static func find() throws(CommandError) -> String {
    let isProgram = { (path: String) in
      (try? PosixFileSystem().status(at: path).kind) == .regular
        && FileManager.default.isExecutableFile(atPath: path)
    }
    let folders = (environmentVariable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    let inFolders = { (name: String) in folders.map { "\($0)/\(name)" } }
    if let named = environmentVariable("SHIFT_EVENTS_OPENSSL"), !named.isEmpty {
      let paths = named.contains("/") ? [named] : inFolders(named)
      if let path = paths.first(where: isProgram) { return path }
      throw CommandError(
        .unavailable, "$SHIFT_EVENTS_OPENSSL names \(named), and there is no program")
    }
    if let path = inFolders("openssl").first(where: isProgram) { return path }
    throw CommandError(
      .unavailable, "there is no openssl on this machine, which signs and checks signatures",
      help: "install it, or name it with $SHIFT_EVENTS_OPENSSL")
  }

  /// - Parameter input: at most as many bytes as a pipe holds.
  /// - Throws: `CommandError` where it was ended from outside: it answered nothing.
  private func run(
    _ arguments: [String], input: [UInt8] = []
  ) throws -> (code: Int32, output: [UInt8], text: String) {
    let (status, output) = try doing(
      "start", program,
      ChildProcess.run(program, arguments, input: input, without: ["OPENSSL_"]))
    guard let status, status < 126 else {
      throw CommandError(
        .ioFailed,
        "\(program) was ended before it had done its work; nothing was signed or checked",
        help: "try again; memory or time may be limited here")
    }
    return (status, output, String(decoding: output, as: UTF8.self))
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  private func put(_ bytes: [UInt8], as name: String) throws {
    try? fileSystem.remove(path(name))
    let file = try SideFile.open(path(name), [.write, .create, .exclusive], fileSystem)
    try file?.write(bytes)
  }

  /// The public key of a private one; `nil` where the bytes are no private key of Ed25519, or one with a passphrase.
  func publicKey(ofPrivate pem: [UInt8]) throws -> [UInt8]? {
    privateKey = pem
    let ending = try run(
      ["pkey", "-passin", "pass:", "-pubout", "-outform", "DER"], input: pem)
    let key = ending.output
    guard ending.code == 0, key.count == 44, key.starts(with: Self.prefix) else { return nil }
    return Array(key[12...])
  }

  /// Signs bytes by the private key that was given last.
  func sign(_ bytes: [UInt8]) throws -> [UInt8]? {
    try put(bytes, as: "body")
    let ending = try run(
      [
        "pkeyutl", "-sign", "-rawin", "-inkey", "/dev/stdin", "-passin", "pass:", "-in",
        path("body"),
      ], input: privateKey)
    let signature = ending.output
    return ending.code == 0 && signature.count == 64 ? signature : nil
  }

  /// Returns `true` if bytes were signed by the private key of a public one.
  func isSigned(_ bytes: [UInt8], _ signature: [UInt8], by publicKey: [UInt8]) throws -> Bool {
    try put(bytes, as: "body")
    try put(signature, as: "signature")
    try put(Self.prefix + publicKey, as: "public.der")
    let ending = try run([
      "pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER", "-inkey", path("public.der"),
      "-in", path("body"), "-sigfile", path("signature"),
    ])
    if ending.code == 0 { return true }
    if ending.text.contains("Verification Failure") { return false }
    throw CommandError(
      .ioFailed, "\(program) could not check a signature (exit status \(ending.code))",
      help: "see what it says: \(program) version")
  }
}

func base64Text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// The bytes of a base64 text that is written in the one usual way.
func decodedBase64Text(_ text: String) -> [UInt8]? {
  guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
  return Array(data)
}
