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
