// The function that libFuzzer calls with each input. Built by `run`, one program a target; no part
// of the package.

import FuzzingChecks
import Glibc

private let check = FuzzingCheck(rawValue: unsafe String(cString: getenv("FUZZ_TARGET")))!

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do { try check.run(bytes) } catch { fatalError("\(check.rawValue): \(error)") }
  return 0
}
