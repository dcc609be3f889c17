import Projections
import TestSupport
import Testing

@testable import ShiftEvents

/// The table of what can be asked of the rows of projections.
@Suite struct QuestionTableTests {
  /// Questions about a log at some moments; the tool answers those that choose no rows.
  private struct Asked {
    let replay: Replay
    let now: Timestamp
    /// The ids of each kind, by the noun.
    private var ids: [String: Set<String>] = [:]
    private var names: Set<Name> = []
    private let day: LocalDate

    init(_ events: some Collection<RecordedEvent>, at now: Timestamp) {
      replay = events.reduce(into: Replay(inboxOf: nil)) { $0.apply($1) }
      self.now = now
      day = replay.timeZone.date(at: now)
      for projection in ProjectionDescriptor.replayed {
        let table = rows(projection, RowSelection(all: true))!
        for row in table.rows {
          for (column, cell) in zip(table.columns, row) {
            if let cell { ids[column.key, default: []].insert(cell.text) }
          }
        }
      }
      let texts = ids["place", default: []].union(
        ids["labels", default: []].flatMap { $0.split(separator: " ").map(String.init) })
      names = Set(texts.compactMap { Name($0) })
    }

    func rows(_ projection: ProjectionDescriptor, _ chosen: RowSelection) -> RowTable? {
      replay.table(projection, chosen, at: now, names: { "The name of \($0)" })
    }

    private func all(_ noun: String) -> [String] { ids[noun, default: []].sorted() }

    /// Selections without a question, each with some that ask it.
    func pairs(_ question: RowQuestion, of projection: ProjectionDescriptor) -> [(
      RowSelection, [RowSelection]
    )] {
      var bases = [RowSelection(), RowSelection(all: true)]
      bases += all("user").prefix(5).map { RowSelection(user: UserID($0)) }
      if !projection.subjects.isEmpty, !question.isOfThing {
        bases = all("shift").prefix(9).compactMap { ShiftID($0) }.map {
          RowSelection(id: .shift($0))
        }
      }
      return bases.map { ($0, asking(question, beside: $0)) }
    }

    private func asking(_ question: RowQuestion, beside base: RowSelection) -> [RowSelection] {
      func each<Value>(
        _ values: [Value], _ put: (inout RowSelection, Value) -> Void
      ) -> [RowSelection] {
        values.map { value in
          var chosen = base
          put(&chosen, value)
          return chosen
        }
      }
      switch question.value {
      case .flag(let put): return each([true], put)
      case .person(let put):
        return each((all("user") + all("company")).map { UserID($0) }, put)
      case .name(let put): return each(Array(names), put)
      case .text(let put): return each(all("user"), put)
      case .duration(let put): return each([1, 600, 6_000], put)
      case .number(let range, let put): return each([range.lowerBound], put)
      case .word(_, let words, let put): return each(words(), put)
      case .thing(let kind):
        return each(all(kind.noun).compactMap { kind.id($0, nil) }) { $0.id = $1 }
      case .days:
        let days = [DateSelection(week: day.week), DateSelection(from: day, to: day)]
        return each(days + [DateSelection(from: day + 9)]) { $0.dates = $1 }
      case .position, .metres:
        return each([Nearness(latitude: 0, longitude: 0, metres: 1)]) { $0.near = $1 }
      case .cursor: return []
      }
    }
  }

  @Test func `every question chooses among the rows of each projection that takes it`() throws {
    var walk = RandomWalk(seed: 7)
    let events = try walk.log(of: 700).events(after: .zero)
    let moments = (1...7).map { part in
      let end = events.count * part / 7
      return Asked(events[..<end], at: events[end - 1].time)
    }
    for projection in ProjectionDescriptor.all where projection != .audit {
      for question in projection.questions where Self.isOfRows(question) {
        let acts = moments.contains { asked in
          asked.pairs(question, of: projection).contains { base, asking in
            let rows = asked.rows(projection, base)
            return asking.contains { asked.rows(projection, $0) != rows }
          }
        }
        #expect(acts, "\(projection) takes \(question.name), which changes none of its answers")
      }
    }
  }

  /// True unless every projection takes it, or the tool answers it beside the rows: a sum, and the rules.
  private static func isOfRows(_ question: RowQuestion) -> Bool {
    let isOfAll = ProjectionDescriptor.all.allSatisfy { $0.takes(question) }
    return question.choosesRows && !isOfAll
      && ![RowQuestion.total.name, RowQuestion.taker.name].contains(question.name)
  }

  @Test func `each question has a name of its own, and somebody to take it`() {
    let names = RowQuestion.all.map(\.name)
    #expect(Set(names).count == names.count)
    for question in RowQuestion.all {
      #expect(ProjectionDescriptor.all.contains { $0.takes(question) }, "\(question.name)")
    }
  }
}
