/// Returns a path or another word as a shell takes it: in quotes where a shell would take it apart, and
/// behind `./` where it looks like an option.
package func shellWord(_ word: String) -> String {
  if word.hasPrefix("-"), word.utf8.count > 1 { return shellWord("./" + word) }
  let isPlain = word.utf8.allSatisfy { byte in
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "-_./=:,@%+".utf8.contains(byte)
  }
  if isPlain, !word.isEmpty { return word }
  let parts = word.split(separator: "'", omittingEmptySubsequences: false)
  return "'" + parts.joined(separator: "'\\''") + "'"
}
