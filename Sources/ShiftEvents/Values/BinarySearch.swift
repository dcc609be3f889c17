extension RandomAccessCollection {
  /// The first place whose element is behind something, where all behind that one are, too; the end if there is none.
  ///
  /// - Complexity: `isBehind` is asked O(log *n*) times.
  @inlinable package func firstPlace(where isBehind: (Element) -> Bool) -> Index {
    var (first, count) = (startIndex, self.count)
    while count > 0 {
      let middle = index(first, offsetBy: count / 2)
      if isBehind(self[middle]) {
        count /= 2
      } else {
        (first, count) = (index(after: middle), count - count / 2 - 1)
      }
    }
    return first
  }
}
