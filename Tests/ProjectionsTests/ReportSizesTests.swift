import Foundation
import Projections
@testable import ShiftEvents
import TestSupport
import Testing

/// A page of any number of people and entries ends soon, and its rows stand whole on paper.
struct ReportSizesTests {
  private static let days: [LocalDate] = (0..<7).map { WeekOfYear("2026-W03")!.monday + $0 }

  private enum Entry: CaseIterable { case shifts, vacancies, absences }

  /// The time of the processor that a page takes at most: without optimization far more than people wait.
  private static let most = Duration.seconds(60)

  /// The time that this thread has run: what runs beside it does not count.
  private var clock: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private func page(_ story: Story) -> String {
    let replay: Replay = story.folded()
    let begin = clock
    let contents = ReportContents(
      of: replay, at: early, names: { _ in nil }, label: \.description)
    let page = contents.page(
      of: Self.days[0]...Self.days[0], isMonth: false, story: nil, named: "", subtitle: "",
      origin: "")
    #expect(!page.markdown().isEmpty)
    let html = HTMLReport(page).bytes()
    #expect(clock - begin < Self.most)
    return String(decoding: html, as: UTF8.self)
  }

  /// - Parameter permitsOverlaps: true where shifts that overlap break no limit; each lacks a skill all the same, so that
  ///   every entry has its mark.
  private static func story(
    people: Int, _ entries: [(Entry, Int)], permitsOverlaps: Bool = false
  ) -> Story {
    var story = Story()
    if permitsOverlaps {
      story.tell(
        .workplaceConfigured(
          WorkplaceConfigured(
            workplace: "grill", policies: WorkplacePolicies(handoverMinutes: 120))))
    }
    for number in 0..<people { story.register(UserID("u\(number)")!, [.employee]) }
    for (day, date) in days.enumerated() {
      for (kind, count) in entries {
        for number in 0..<count {
          let id = "\(kind).\(day).\(number)"
          switch kind {
          case .shifts:
            story.tell(
              .shiftScheduled(
                ShiftScheduled(
                  shift: ShiftID(id)!, owner: "u0", date: date, start: "10:00", end: "12:00",
                  keys: ShiftDetails(needs: ["keys"]))))
          case .vacancies:
            story.tell(
              .vacancyPosted(
                VacancyPosted(
                  vacancy: VacancyID(id)!, date: date, start: "10:00", end: "12:00", places: 1)))
          case .absences:
            story.tell(
              .absenceRecorded(
                AbsenceRecorded(
                  absence: AbsenceID(id)!, date: date, user: "u0", start: "10:00", end: "12:00",
                  days: nil, shifts: [])))
          }
        }
      }
    }
    return story
  }

  /// The points of the rows of the first page and of the others, and the least height of an entry.
  private static let (first, further, least) = (470.0, 526.0, 7.5)

  /// Lays the rows out on pages of paper, each whole.
  private func expectWhole(_ page: String, _ place: Comment) throws {
    let table = try #require(page.firstMatch(of: /<table class="week"[\s\S]*?<\/table>/)?.0)
    let row = try #require(
      table.firstMatch(of: /--row: ([\d.]+)pt/).flatMap { Double($0.1) }, place)
    #expect(row >= Self.least - 0.1, place)
    let rows = table.matches(of: /<tr[^>]*><th scope="row"[\s\S]*?<\/tr>/).map(\.0)
    var room = Self.first
    for text in rows {
      let cells = text.matches(of: /<td[^>]*>([\s\S]*?)<\/td>/).map(\.1)
      let most = cells.map { $0.matches(of: /<div class/).count }.max() ?? 1
      let height = Double(max(most, 1)) * row + 0.5
      #expect(height <= Self.further, "\(place): a row of \(most)")
      if height > room { room = Self.further }
      room -= height
    }
  }

  @Test func `up to 200 entries of a kind on each day end, in whole rows`() throws {
    // Shifts that break a limit with each other have checks by the square of their number: a short suite has few.
    for count in Rounds.areFull ? [1, 40, 41, 71, 200] : [41] {
      for kind in Entry.allCases {
        let story = Self.story(
          people: 3, [(kind, count)], permitsOverlaps: count > 40 && !Rounds.areFull)
        try expectWhole(page(story), "\(count) \(kind)")
      }
    }
    for count in Rounds.areFull ? Array(1...200) : [] {
      for kind in Entry.allCases {
        let page = page(Self.story(people: 3, [(kind, count)], permitsOverlaps: true))
        try expectWhole(page, "\(count) \(kind)")
        // The legend has it, too.
        if kind == .shifts { #expect(page.matches(of: /<i>check<\/i>/).count == 7 * count + 1) }
      }
    }
    try expectWhole(
      page(
        Self.story(
          people: 45, Entry.allCases.map { ($0, 90) }, permitsOverlaps: !Rounds.areFull)),
      "90 of each")
  }

  @Test func `up to 200 people end, 30 of them on one page`() throws {
    for count in Rounds.areFull ? Array(1...200) : [1, 31, 200] {
      try expectWhole(page(Self.story(people: count, [(.shifts, 2)])), "\(count) people")
    }
  }

  @Test func `all entries of a day stand on the page`() {
    let page = page(Self.story(people: 1, [(.vacancies, 90), (.shifts, 50)]))
    #expect(page.matches(of: /class="shift open/).count == 7 * 90)
    #expect(page.matches(of: /<div class="shift"/).count == 7 * 50)
    #expect(
      page.contains("<span>Open shifts</span> <small>more</small>")
        && page.contains("<span>u0</span> <small>more</small>"))
  }
}
