import Projections
@testable import ShiftEvents
import Testing

/// Users, swap points and study.
struct PeopleTests {
  private let names: (UserID) -> String? = { $0 == "eva" ? "Eva Jansen" : nil }

  @Test func `roles stand in their order, people in byte order`() {
    var story = Story()
    story.register("eva", [.student, .employee])
    story.register("Zoe", [.company])
    story.tell(.roleGranted(RoleGranted(user: "eva", role: .manager)))
    story.tell(.roleRevoked(RoleRevoked(user: "Zoe", role: .company)))
    let replay: Replay = story.folded()
    let rows = replay.users(at: early, names: names)
    #expect(rows.map(\.user) == ["Zoe", "eva"])
    #expect(rows.map(\.roles) == [[], [.employee, .manager, .student]])
    #expect(rows.map(\.name) == [nil, "Eva Jansen"])
    #expect(replay.managers == ["eva"])
  }

  @Test func `following is seen from both sides`() {
    var story = Story()
    for user in ["tom", "bas", "eva"] as [UserID] { story.register(user, [.student]) }
    story.tell(.userFollowed(UserFollowed(user: "eva")), by: "tom")
    story.tell(.userFollowed(UserFollowed(user: "eva")), by: "bas")
    story.tell(.userFollowed(UserFollowed(user: "bas")), by: "tom")
    story.tell(.userFollowed(UserFollowed(user: "tom")), by: "eva")
    story.tell(.userUnfollowed(UserUnfollowed(user: "tom")), by: "eva")
    let replay: Replay = story.folded()
    let rows = replay.users(at: early, names: names)
    #expect(rows.map(\.following) == [["eva"], [], ["bas", "eva"]])
    #expect(rows.map(\.followers) == [["tom"], ["bas", "tom"], []])
  }

  @Test func `an erased person stays listed, without roles`() {
    var story = Story()
    story.register("eva", [.employee, .manager])
    story.tell(.userErased(UserErased(user: "eva")), by: "eva")
    let replay: Replay = story.folded()
    #expect(replay.users(at: early, names: { _ in nil }).map(\.roles) == [[]])
    #expect(replay.managers.isEmpty)
  }

  @Test func `users are found by a part of the name, whatever the case`() {
    var story = Story()
    story.register("eva", [.employee])
    story.register("tom", [.employee])
    let replay: Replay = story.folded()
    #expect(replay.users(namePart: "JANS", at: early, names: names).map(\.user) == ["eva"])
    #expect(replay.users(namePart: "tom", at: early, names: names).isEmpty)
    #expect(replay.users(of: "tom", at: early, names: names).map(\.user) == ["tom"])
    #expect(replay.users(of: "tom", namePart: "jans", at: early, names: names).isEmpty)
    #expect(replay.users(of: "bas", at: early, names: names).isEmpty)
  }

  @Test func `the first record of another's first shift earns a point, a correction nothing`() {
    var story = Story()
    for shift in ["A", "B"] as [ShiftID] { story.schedule(shift, of: "bas") }
    story.record(300, on: "A", of: "eva", first: "bas")
    story.record(280, on: "A", of: "tom", first: "bas")
    story.record(300, on: "B", of: "bas", first: "bas")
    story.record(280, on: "B", of: "eva", first: "bas")
    let replay: Replay = story.folded()
    #expect(replay.points(names: names).map(\.user) == ["eva"])
    #expect(replay.points(names: names).map(\.points) == [1])
    #expect(replay.points(names: names).map(\.name) == ["Eva Jansen"])
  }

  @Test func `one person's points keep their rank among all`() {
    var story = Story()
    for (shift, worker) in [("A", "eva"), ("B", "eva"), ("C", "tom")] as [(ShiftID, UserID)] {
      story.schedule(shift, of: "bas")
      story.record(300, on: shift, of: worker, first: "bas")
    }
    story.record(300, on: "unscheduled", of: "tom", first: "bas")
    let replay: Replay = story.folded()
    #expect(replay.points(of: "tom", names: names).map(\.rank) == [2])
    #expect(replay.points(of: "bas", names: names).isEmpty)
  }

  @Test func `equal points share a rank, and the next rank counts them`() {
    var story = Story()
    for (shift, worker) in [("A", "tom"), ("B", "eva"), ("C", "bas"), ("D", "bas"), ("E", "ann")]
      as [(ShiftID, UserID)]
    {
      story.schedule(shift, of: "mia")
      story.record(60, on: shift, of: worker, first: "mia")
    }
    let rows = (story.folded() as Replay).points(names: names)
    #expect(rows.map(\.user) == ["bas", "ann", "eva", "tom"])
    #expect(rows.map(\.rank) == [1, 2, 2, 2])
    story.schedule("F", of: "mia")
    story.record(60, on: "F", of: "eva", first: "mia")
    let tied = (story.folded() as Replay).points(names: names)
    #expect(tied.map(\.user) == ["bas", "eva", "ann", "tom"] && tied.map(\.rank) == [1, 1, 3, 3])
  }

  @Test func `numbers of any size are folded without a trap`() {
    var story = Story()
    for shift in ["A", "B", "C"] as [ShiftID] {
      story.schedule(shift, of: "eva")
      story.record(.max, on: shift, of: "eva", first: "eva")
    }
    #expect((story.folded() as Replay).workedHours(at: early).count == 1)
  }

  @Test func `points of study are those of ended sessions and of recorded blocks`() {
    var story = study()
    story.tell(block("A", 1, 30), by: "eva")
    story.tell(block("A", 2, 30), by: "eva")
    story.tell(.studyStopped(StudyStopped(session: "A", reason: .left, minutes: 65)), by: "eva")
    story.tell(block("B", 1, 30), by: "tom")
    let rows = (story.folded() as Replay).ranking(names: names)
    #expect(rows.map(\.user) == ["eva", "tom", "ann"] && rows.map(\.rank) == [1, 2, 3])
    #expect(rows.map(\.minutes) == [65, 30, 0] && rows.map(\.active) == [false, true, true])
  }

  @Test func `equal minutes share a rank: 1, 1, 3, and the ids decide within it`() {
    var story = study()
    story.tell(block("B", 1, 30), by: "tom")
    story.tell(.studyStopped(StudyStopped(session: "C", reason: .stopped, minutes: 30)), by: "ann")
    let rows = (story.folded() as Replay).ranking(names: names)
    #expect(rows.map(\.user) == ["ann", "tom", "eva"] && rows.map(\.rank) == [1, 1, 3])
  }

  @Test func `a viewer's ranking has those they follow and themselves`() {
    var story = study()
    for user in ["ann", "eva", "tom"] as [UserID] { story.register(user, [.student]) }
    story.tell(.userFollowed(UserFollowed(user: "eva")), by: "tom")
    let replay: Replay = story.folded()
    #expect(replay.ranking(of: "tom", names: names).map(\.user) == ["eva", "tom"])
    #expect(
      replay.ranking(of: "tom", followedOnly: true, names: names).map(\.user) == ["eva"])
  }

  private func study() -> Story {
    var story = Story()
    for (session, user) in [("A", "eva"), ("B", "tom"), ("C", "ann")] as [(StudySessionID, UserID)]
    {
      story.tell(
        .studyStarted(StudyStarted(session: session, blockMinutes: 30, pauseMinutes: 5)), by: user)
    }
    return story
  }

  private func block(_ session: StudySessionID, _ block: Int, _ minutes: Int) -> Event {
    .studyBlockCompleted(StudyBlockCompleted(session: session, block: block, minutes: minutes))
  }
}
