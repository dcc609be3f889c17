/// Returns a path as a shell takes it: in quotes where a shell would take it apart, and behind `./` where it
/// looks like an option.
package func shellWord(_ word: String) -> String {
  if word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 { return shellQuoted("./" + word) }
  return shellQuoted(word)
}

/// Returns a word in quotes where a shell would take it apart.
package func shellQuoted(_ word: String) -> String {
  let isPlain = word.utf8.allSatisfy { isAlphanumeric($0) || "-_./=:,@%+".utf8.contains($0) }
  if isPlain, !word.isEmpty { return word }
  return "'\(word.replacingEach("'", with: "'\\''"))'"
}
