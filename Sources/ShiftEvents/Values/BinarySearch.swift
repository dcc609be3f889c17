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

/// Returns the place at which a search ends in a hash table with open addressing and linear probing (D. Knuth, volume 3,
/// 6.4), whose number of slots is a power of two.
///
/// - Parameters:
///   - home: the place at which the search begins.
///   - mask: the number of slots less one.
///   - isEnd: returns `true` where the search ends: at what is looked for, and at a free slot, of which there is one.
/// - Complexity: O(1) on average while a quarter of the slots is free.
@inlinable
@inline(__always)
package func probe(from home: Int, _ mask: Int, until isEnd: (Int) -> Bool) -> Int {
  var place = home & mask
  while !isEnd(place) { place = (place + 1) & mask }
  return place
}

/// The word that was probably meant by a mistyped one; nil if none is near enough.
///
/// A word is near if it begins with the typed one or differs in at most a third of the letters (one,
/// for short words). Among equals the first given wins.
package func nearest<Words: Sequence<String>>(to typed: String, among words: Words) -> String? {
  allNearest(to: typed, among: words).first
}

/// All words that are as near as the nearest, in the order in which they are given.
package func allNearest<Words: Sequence<String>>(
  to typed: String, among words: Words
) -> [String] {
  let typed = Array(typed.lowercased().unicodeScalars)
  // Nothing of ours is that long, and the distance costs the product of the lengths.
  guard !typed.isEmpty, typed.count <= 64 else { return [] }
  var best: (words: [String], distance: Int) = ([], .max)
  for word in words {
    let candidate = Array(word.lowercased().unicodeScalars)
    let distance =
      typed.count >= 3 && candidate.count > typed.count && candidate.starts(with: typed)
      ? 1 : editDistance(typed, candidate)
    let limit = max(1, max(typed.count, candidate.count) / 3)
    if distance > limit || distance > best.distance { continue }
    best = distance < best.distance ? ([word], distance) : (best.words + [word], distance)
  }
  return best.words
}

/// The Damerau–Levenshtein distance (optimal string alignment): the number of letters to insert,
/// remove, replace or swap with their neighbour, no place being edited twice.
package func editDistance<Letter: Equatable>(_ first: [Letter], _ second: [Letter]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...second.count)
  for row in first.indices {
    var current = [row + 1]
    current.reserveCapacity(second.count + 1)
    for column in second.indices {
      let isSame = first[row] == second[column]
      var distance = min(
        previous[column + 1] + 1, current[column] + 1, previous[column] + (isSame ? 0 : 1))
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        distance = min(distance, beforePrevious[column - 1] + 1)
      }
      current.append(distance)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[second.count]
}

/// `a, b and c`
package func listed(_ words: [String], _ conjunction: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.joined() }
  return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}
