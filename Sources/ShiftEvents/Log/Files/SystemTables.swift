/// `/proc/self/mountinfo`: which file system a device carries.
package enum MountTable {
  /// File systems whose locks and syncs do not give what the log needs.
  private static let networkNames: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs",
  ]

  package static func isNetwork(_ name: String) -> Bool { networkNames.contains(name) }

  /// Returns `true` if the table has a mount at just that path.
  package static func isMountPoint(_ path: String, in table: String) -> Bool {
    var field = [UInt8(ascii: " ")]
    for byte in path.utf8 {
      // Blanks, tabs, line feeds and backslashes stand there as octal numbers.
      guard [0x20, 0x09, 0x0A, 0x5C].contains(byte) else {
        field.append(byte)
        continue
      }
      field += [0x5C, 0x30 + byte >> 6, 0x30 + byte >> 3 & 7, 0x30 + byte & 7]
    }
    field.append(field[0])
    let bytes = Array(table.utf8)
    var blanks = 0
    for place in bytes.indices {
      // The fifth field of a line.
      if bytes[place] == 0x0A { blanks = 0 }
      guard bytes[place] == field[0] else { continue }
      blanks += 1
      if blanks == 4, bytes[place...].starts(with: field) { return true }
    }
    return false
  }

  /// The type in the table's line for a device.
  package static func fileSystemName(ofDevice device: UInt64, in table: String) -> String? {
    // 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw
    let number = DeviceNumber(device)
    let device = "\(number.major):\(number.minor)"
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 3, fields[2] == device,
        let dash = fields.dropFirst(6).firstIndex(of: "-"), dash + 1 < fields.count
      else { continue }
      return String(fields[dash + 1])
    }
    return nil
  }
}

/// `/proc/locks`: who holds a lock on a file.
package enum LockTable {
  package static func holder(device: UInt64, inode: UInt64, in table: String) -> Int32? {
    // 3: FLOCK  ADVISORY  WRITE 4711 fe:01:131090 0 EOF
    func padded(_ number: UInt64) -> String {
      let digits = String(number, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }
    let number = DeviceNumber(device)
    let file = "\(padded(number.major)):\(padded(number.minor)):\(inode)"
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      // A process that waits for the lock has an arrow before its kind.
      guard fields.count > 5, fields[1] == "FLOCK", fields[5] == file, let pid = Int32(fields[4]),
        pid > 0
      else { continue }
      return pid
    }
    return nil
  }
}

/// The two numbers that Linux packs into one, each with its low bits low.
private struct DeviceNumber {
  var major: UInt64
  var minor: UInt64

  init(_ device: UInt64) {
    major = device >> 8 & 0xfff | device >> 32 & ~0xfff
    minor = device & 0xff | device >> 12 & 0xfff_ff00
  }
}
