import Projections
@testable import ShiftEvents
import Testing

/// A number on a page or a screen is the number that rows give for the same days and people.
struct NumberTests {
  private static let march: Timestamp = "2026-03-10T12:00:00Z"

  private func page(
    _ story: Story, _ days: ClosedRange<LocalDate>, isMonth: Bool, at now: Timestamp
  ) -> (html: String, markdown: String) {
    let contents = ReportContents(
      of: story.folded(), at: now, names: { _ in nil }, label: \.description)
    let page = contents.page(
      of: days, isMonth: isMonth, story: nil, named: "", subtitle: "", origin: "")
    return (
      String(decoding: HTMLReport(page).bytes(), as: UTF8.self),
      String(decoding: page.markdown(), as: UTF8.self)
    )
  }

  private func store(_ people: UserID...) -> Story {
    var story = Story()
    story.configure(zone: amsterdam)
    story.register("mia", [.manager])
    for person in people { story.register(person, [.employee]) }
    return story
  }

  @Test func `a program has the page of a week from a replay alone`() {
    var story = store("eva")
    story.schedule("A", of: "eva", on: "2026-03-10", from: "10:00", to: "15:00")
    let replay: Replay = story.folded()
    let page = replay.page(of: WeekOfYear("2026-W11")!, at: Self.march) { "\($0) Bos" }
    #expect(page.title.contains("2026-W11"))
    #expect(String(decoding: HTMLReport(page).bytes(), as: UTF8.self).contains("eva Bos"))
    #expect(String(decoding: page.markdown(), as: UTF8.self).contains("10:00"))
  }

  @Test func `the numbers of a month are those of its days alone`() {
    var story = store("eva", "bas")
    story.schedule("A", of: "eva", on: "2026-01-31", from: "10:00", to: "15:00")
    story.schedule("B", of: "eva", on: "2026-02-01", from: "10:00", to: "12:00")
    story.schedule("C", of: "bas", on: "2026-02-28", from: "22:00", to: "06:00")
    story.schedule("D", of: "bas", on: "2026-03-01", from: "10:00", to: "13:00")
    let page = page(story, "2026-02-01"..."2026-02-28", isMonth: true, at: early).html
    #expect(page.contains("<b>10:00</b> hours planned"))
    let replay: Replay = story.folded()
    let rows = replay.workedHours(
      dates: DateSelection(from: "2026-02-01", to: "2026-02-28"), by: .month,
      includingMissing: true, at: early)
    #expect(rows.reduce(0) { $0 + $1.scheduledMinutes } == 600)
  }

  @Test func `the people of a month are those of its days, not of the weeks around it`() {
    var story = store("eva", "bas", "tom")
    story.time = "2026-01-30T12:00:00Z"
    story.tell(.roleRevoked(RoleRevoked(user: "eva", role: .employee)))
    story.time = "2026-02-03T12:00:00Z"
    story.tell(.roleRevoked(RoleRevoked(user: "tom", role: .employee)))
    for (month, people) in [
      ("2026-01-01"..."2026-01-31", "<b>3</b> people"),
      ("2026-02-01"..."2026-02-28", "<b>2</b> people"),
      ("2026-03-01"..."2026-03-31", "<b>1</b> person"),
    ] as [(ClosedRange<LocalDate>, String)] {
      let page = page(story, month, isMonth: true, at: "2026-04-10T12:00:00Z").html
      #expect(page.contains(people), "\(month)")
    }
  }

  @Test func `a past day has the people and the absences of then`() {
    var story = store("eva", "bas", "tom")
    story.schedule("A", of: "eva", on: "2026-02-10", from: "10:00", to: "15:00")
    story.schedule("B", of: "bas", on: "2026-02-11", from: "10:00", to: "15:00")
    story.schedule("C", of: "eva", on: "2026-03-12", from: "10:00", to: "15:00")
    story.tell(
      .absenceRecorded(
        AbsenceRecorded(
          absence: "V", date: "2026-02-09", user: "tom", start: "00:00", end: "00:00", days: 5,
          shifts: [])))
    story.time = "2026-02-11T10:00:00Z"
    story.tell(.absenceEnded(AbsenceEnded(absence: "V", user: "tom")))
    story.time = "2026-03-05T08:00:00Z"
    story.tell(.userErased(UserErased(user: "eva")))
    let replay: Replay = story.folded()
    let past = ScheduleGrid(replay, week: ("2026-02-10" as LocalDate).week, at: Self.march)
    #expect(past.people == ["bas", "eva", "tom"])
    #expect(past.days.map { past.heads(on: $0) } == [0, 1, 1, 0, 0, 0, 0])
    #expect(past.days.allSatisfy { past.uncoveredShifts(on: $0) == 0 })
    let away = past.table(label: \.description).rows.first { $0[0]?.text == "tom" }
    #expect(away?.dropFirst().map { $0?.text } == ["away", "away", "~–11:00", nil, nil, nil, nil])
    // What is to come has the people of now.
    let next = ScheduleGrid(replay, week: ("2026-03-12" as LocalDate).week, at: Self.march)
    #expect(next.people == ["bas", "eva", "tom"] && next.heads(on: "2026-03-12") == 0)
    #expect(next.uncoveredShifts(on: "2026-03-12") == 1)
    func status(_ day: LocalDate) -> [String] {
      replay.availability(on: day...day, at: Self.march).map { "\($0.user) \($0.status)" }
    }
    #expect(status("2026-02-10") == ["bas free", "eva working", "tom absent"])
    #expect(status("2026-03-12") == ["bas free", "tom free"])
    let idle = replay.workedHours(
      dates: DateSelection(week: ("2026-02-17" as LocalDate).week), by: .week, underMinutes: 60,
      at: Self.march)
    #expect(idle.map(\.worker) == ["bas", "eva", "tom"])
  }

  @Test func `somebody who left before a shift ended did not come, whoever left after it did`() {
    var story = store("eva", "bas")
    story.schedule("A", of: "eva", on: "2026-02-10", from: "10:00", to: "15:00")
    story.schedule("B", of: "bas", on: "2026-02-10", from: "10:00", to: "15:00")
    story.time = "2026-02-10T12:00:00Z"
    story.tell(.roleRevoked(RoleRevoked(user: "eva", role: .employee)))
    story.time = "2026-02-10T18:00:00Z"
    story.tell(.roleRevoked(RoleRevoked(user: "bas", role: .employee)))
    story.time = "2026-02-20T18:00:00Z"
    story.tell(.roleGranted(RoleGranted(user: "eva", role: .employee)))
    let grid = ScheduleGrid(story.folded(), week: ("2026-02-10" as LocalDate).week, at: Self.march)
    let rows = grid.people.flatMap { grid.shifts(of: $0) }
    #expect(rows.filter { grid.isUncovered($0) }.map(\.shift) == ["A"])
  }

  @Test func `a week tells of a longer shift its days and minutes in that week`() {
    var story = store("eva")
    story.schedule("L", of: "eva", on: "2026-01-14", from: "12:00", to: "12:00", lasting: 10)
    story.schedule("S", of: "eva", on: "2026-01-20", from: "08:00", to: "12:00")
    for (day, sum) in [
      ("2026-01-14", "108:00 <small>5 days"), ("2026-01-21", "136:00 <small>6 days"),
    ] as [(LocalDate, String)] {
      #expect(page(story, day...day, isMonth: false, at: early).html.contains(sum), "\(day)")
    }
  }

  private func labelled(_ story: inout Story, _ shift: ShiftID, _ labels: [Name], _ date: LocalDate)
  {
    story.tell(
      .shiftScheduled(
        ShiftScheduled(
          shift: shift, owner: "eva", date: date, start: "09:00", end: "17:00",
          keys: ShiftDetails(labels: labels, title: "Head Cook"))))
  }

  @Test func `a total counts a shift once, under however many labels it stands`() {
    var story = store("eva")
    labelled(&story, "A", ["a", "b", "c"], "2026-01-12")
    labelled(&story, "B", ["c"], "2026-01-13")
    story.record(400, on: "A", of: "eva", first: "eva", date: "2026-01-12")
    let replay: Replay = story.folded()
    func total(_ selection: RowSelection) -> [Int] {
      let table = replay.table(.hours, selection, at: Self.march, names: { _ in nil })!.withTotal()
      return ["minutes", "scheduledMinutes"].map { key in
        table.rows.last![table.columns.firstIndex { $0.key == key }!]!.number!
      }
    }
    #expect(total(RowSelection(grouping: .label)) == [400, 960])
    #expect(total(RowSelection(grouping: .label, overMinutes: 480)) == [400, 960])
    #expect(total(RowSelection(grouping: .person)) == [400, 960])
  }

  @Test func `pages of hours by label have every row, and no name is told from the name "-"`() {
    var story = store("eva", "bas")
    labelled(&story, "A", ["-"], "2026-01-12")
    labelled(&story, "B", ["#1", "z"], "2026-01-13")
    story.schedule("C", of: "eva", on: "2026-01-14")
    story.schedule("D", of: "bas", on: "2026-01-14")
    let replay: Replay = story.folded()
    var chosen = RowSelection(grouping: .label)
    var pages: [[Cell?]] = []
    repeat {
      chosen.page = PageRequest(limit: 1, after: chosen.page?.cursor)
      let table = replay.table(.hours, chosen, at: Self.march, names: { _ in nil })!
      pages += table.rows
      chosen.page?.cursor = table.next
    } while chosen.page?.cursor != nil
    let place = ProjectionDescriptor.hours.columns.firstIndex { $0.key == "period" }!
    #expect(pages.map { $0[place]!.text } == ["-", "-", "#1", "\"-\"", "z"])
  }

  @Test func `the days of an absence, and the title of a shift, are told`() {
    var story = store("eva", "bas")
    labelled(&story, "A", ["Head Cook"], "2026-01-07")
    story.tell(
      .absenceRecorded(
        AbsenceRecorded(
          absence: "V", date: "2026-01-07", user: "eva", start: "10:00", end: "22:00", days: 1,
          shifts: [])))
    let replay: Replay = story.folded(into: Replay(inboxOf: "eva"))
    let row = replay.attention(at: early).first { $0.kind == .absent }
    #expect(
      row?.detail.text(by: \.description) == "away Wed 7 Jan 10:00 – Thu 8 Jan 22:00 (V)")
    #expect(replay.inbox?.rows.compactMap(\.title).map(\.description) == ["Head Cook"])
    let page = page(story, "2026-01-07"..."2026-01-07", isMonth: false, at: early)
    #expect(page.html.contains("<span>Head Cook</span>"))
    #expect(page.markdown.contains("09:00–17:00 uncovered Head Cook"))
  }

  @Test func `no name on a map covers another, and the table below has every place`() throws {
    var story = store()
    for number in 0..<195 {
      let (row, column) = (Double(number / 14), Double(number % 14))
      story.tell(
        .dealPosted(
          DealPosted(
            deal: DealID("d\(number)")!, name: "Soup \(number)", companyName: "Shop",
            category: .food, latitude: 52 + row / 1000, longitude: 4.9 + column / 1000,
            validUntil: "2026-01-06T20:00:00Z", validFrom: "2026-01-05T08:00:00Z",
            address: "Dam \(number),", company: "shop")))
    }
    let page = page(story, "2026-01-05"..."2026-01-05", isMonth: false, at: early)
    let map = try #require(page.html.firstMatch(of: /<svg class="map"[\s\S]*?<\/svg>/)).0
    #expect(map.matches(of: /<g><title>/).count == 195)
    let labels = map.matches(of: /<text x="([\d.]+)" y="([\d.]+)"( text-anchor="end")?>(Soup.*?)</)
    // A letter is at least six points wide, a line ten high.
    let boxes = labels.map { label in
      let (x, y, width) = (Double(label.1)!, Double(label.2)!, Double(label.4.count) * 6)
      return (x: label.3 == nil ? x...x + width : x - width...x, y: y - 10...y)
    }
    #expect(boxes.count > 1)
    for (place, box) in boxes.enumerated() {
      let covered = boxes[..<place].filter { $0.x.overlaps(box.x) && $0.y.overlaps(box.y) }
      #expect(covered.isEmpty, "\(labels[place].4)")
    }
    for text in [page.html, page.markdown] {
      #expect((0..<195).allSatisfy { text.contains("Dam \($0),") })
    }
  }
}
