@testable import Projections
@testable import ShiftEvents
import TestSupport
import Testing

/// The index of touched ids against a naive one.
@Suite struct IndexedEventsTests {
  @Test func `every event is under each id that it touches, and no other`() {
    let events = RandomStory(seed: 7, count: 400).story.events
    var state = DomainState(remembers: true)
    var naive: [UInt32: [SequenceNumber]] = [:]
    for event in events {
      state.evolve(with: event)
      for symbol in event.touchedSymbols { naive[symbol, default: []].append(event.sequence) }
    }
    for (symbol, sequences) in naive {
      var found: [SequenceNumber] = []
      state.touches.forEach(symbol) { touch, _ in
        found.append(touch)
        return true
      }
      #expect(found.reversed() == sequences)
    }
  }
}
