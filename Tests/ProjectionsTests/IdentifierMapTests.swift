import ShiftEvents
import Testing

@testable import Projections

/// The law: a map of rows holds the same as a dictionary, however its identifiers are spread.
@Suite("Rows by identifier") struct IdentifierMapTests {
  @Test(arguments: [1, 2, 7, 60])
  func `a map holds the same rows as a dictionary, flat or hashed`(oneIn: Int) {
    let ids = (0..<6000).map { ShiftID("map-\(oneIn)-\($0)")! }
    var map = IdentifierMap<ShiftID, Int>()
    var rows: [ShiftID: Int] = [:]
    var order: [ShiftID] = []
    // First few of many, then all of them: the table changes its kind on the way.
    for id in ids.enumerated().filter({ $0.offset % oneIn == 0 }).map(\.element).reversed() + ids {
      if rows[id] == nil { order.append(id) }
      rows[id] = rows.count
      map.set(rows[id]!, for: id)
      #expect(map.count == rows.count)
    }
    #expect(map.keys == order)
    #expect(Array(map.rows) == order.map { rows[$0]! })
    for id in ids { #expect(map[id] == rows[id]) }
    for number in 0..<100 { #expect(map[ShiftID("other-\(oneIn)-\(number)")!] == nil) }
  }

  @Test func `update changes a row, or adds it`() {
    var map = IdentifierMap<UserID, Int>()
    map.update("nobody") { $0 += 1 }
    #expect(map.count == 0 && map["nobody"] == nil)
    for _ in 0..<3 { map.update("somebody", from: 40) { $0 += 1 } }
    map.update("somebody") { $0 += 1 }
    #expect(map["somebody"] == 44 && map.count == 1)
  }

  @Test func `an array in chunks is an array`() {
    var array = ChunkedArray<Int>()
    for number in 0..<5000 { array.append(number) }
    var copy = array
    copy[4321] = 0
    #expect(Array(array) == Array(0..<5000))
    #expect(copy != array && copy[4321] == 0 && array[4321] == 4321)
    copy[4321] = 4321
    #expect(copy == array)
  }
}
