import Testing

@testable import ShiftEvents

@Suite("Tables of the running system")
struct SystemTablesTests {
  // Linux keeps the low byte of the minor number low and the major one above it.
  private let device: UInt64 = 0xfe << 8 | 0x01

  @Test func `the mount table names the file system of a device`() {
    let table = """
      22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
      40 22 0:49 / /mnt/a\\040b rw - nfs4 server:/export rw
      41 22 0:50 / /home/x rw shared:7 master:1 - fuse.sshfs host: rw
      """
    #expect(MountTable.fileSystemName(ofDevice: device, in: table) == "ext4")
    #expect(MountTable.fileSystemName(ofDevice: 49, in: table) == "nfs4")
    #expect(MountTable.fileSystemName(ofDevice: 50, in: table) == "fuse.sshfs")
    #expect(MountTable.fileSystemName(ofDevice: 51, in: table) == nil)
    for name in ["nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs"] {
      #expect(MountTable.isNetwork(name))
    }
    #expect(!MountTable.isNetwork("ext4"))
  }

  @Test func `the mount table knows what is mounted just there`() {
    let table = """
      22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
      40 22 254:1 /a.jsonl /mnt/a\\040b.jsonl rw - ext4 /dev/vda1 rw
      """
    #expect(MountTable.isMountPoint("/mnt/a b.jsonl", in: table))
    #expect(!MountTable.isMountPoint("/mnt", in: table))
    #expect(!MountTable.isMountPoint("/a.jsonl", in: table))
    #expect(!MountTable.isMountPoint("/mnt/a\\040b.jsonl", in: table))
  }

  @Test func `the lock table names the holder, not the waiting processes`() {
    let table = """
      1: -> FLOCK  ADVISORY  WRITE 99 fe:01:131090 0 EOF
      2: POSIX  ADVISORY  WRITE 98 fe:01:131090 0 EOF
      3: FLOCK  ADVISORY  WRITE 4711 fe:01:131090 0 EOF
      4: FLOCK  ADVISORY  WRITE -1 fe:01:131091 0 EOF
      """
    #expect(LockTable.holder(device: device, inode: 131_090, in: table) == 4711)
    #expect(LockTable.holder(device: device, inode: 131_091, in: table) == nil)
    #expect(LockTable.holder(device: 1, inode: 131_090, in: table) == nil)
  }

  @Test func `the device of a file is in the mount table`() throws {
    #if os(Linux)
      let system = PosixFileSystem()
      let status = try system.status(at: "/proc/self/mountinfo")
      #expect(system.fileSystemName(ofDevice: status.device) == "proc")
    #endif
  }
}
