#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension PosixFileSystem {
  package func map(_ file: FileDescriptor, lengthBytes: Int) -> MemoryRegion? {
    guard lengthBytes > 0 else { return nil }
    let start = unsafe mmap(
      nil, lengthBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.rawValue, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { return nil }
    #if canImport(Glibc)
      // All of it is about to be read for its checksum: one call instead of a fault for every
      // few pages. An older kernel refuses, and faults.
      _ = unsafe madvise(start, lengthBytes, MADV_POPULATE_READ)
    #endif
    return unsafe MemoryRegion(UnsafeMutableRawBufferPointer(start: start, count: lengthBytes)) {
      _ = unsafe munmap($0.baseAddress, $0.count)
    }
  }
}
