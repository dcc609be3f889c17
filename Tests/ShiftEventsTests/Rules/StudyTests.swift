import ShiftEvents
import ShiftEventsTesting
import Testing

/// Sam and ada are students; sam's session T1 begins at eight: blocks of 30 minutes, pauses of 5.
private func students(_ steps: Step..., location: SourceLocation = #_sourceLocation) -> Scenario {
  given(
    register("sam", "student"), register("ada", "student"), register("bas"), location: location
  ).given(steps, location: location)
}

private func start(_ session: String = "T1", _ student: String = "sam", at: String? = nil) -> Step {
  act(student, "study.started", session, at: at)
}

private func complete(_ block: Int, at: String, by student: String = "sam") -> Step {
  act(student, "study.blockcompleted", "T1", ["block": .integer(block)], at: at)
}

private func stop(at: String? = nil, by student: String = "sam") -> Step {
  act(student, "study.stopped", "T1", at: at)
}

/// So long after eight, with milliseconds.
private func after(minutes: Int, milliseconds: Int = 0) -> String {
  let start = Timestamp("2026-01-05T08:00:00Z").advanced(byMinutes: minutes)
  return "\(start.advanced(byMilliseconds: Int64(milliseconds)))"
}

extension Rules {
  @Suite("Study, starting") struct StudyStarting {
    @Test func `a session has blocks of 30 minutes and pauses of 5 by default`() {
      students().when(start())
        .then(event("study.started", "T1", ["blockMinutes": 30, "pauseMinutes": 5]))
      students().when(act("sam", "study.started", "T1", ["pauseMinutes": 10]))
        .then(event("study.started", "T1", ["blockMinutes": 30, "pauseMinutes": 10]))
    }

    @Test(arguments: [nil, 30])
    func `a repeat that gives the defaults is the same`(block: Int?) {
      let data: JSON = block.map { ["blockMinutes": .integer($0), "pauseMinutes": 5] } ?? [:]
      students(act("sam", "study.started", "T1", id: "a"))
        .when(act("sam", "study.started", "T1", data, id: "a")).thenDuplicate(of: 4)
    }

    @Test func `missingRole: studying is for students`() {
      students().when(start("T1", "bas")).thenRejected(.missingRole)
      students(start()).when(complete(1, at: after(minutes: 30), by: "bas"))
        .thenRejected(.missingRole)
      students().when(stop(by: "bas")).thenRejected(.missingRole)
    }

    @Test func `sessionExists: a used id stays used, also by somebody else`() {
      students(start(), stop(at: after(minutes: 1))).when(start()).thenRejected(.sessionExists)
      students(start()).when(start("T1", "ada")).thenRejected(.sessionExists)
    }

    @Test func `sessionActive: one session at a time, however old it is`() {
      students(start()).when(start("T2", at: "2026-01-09 08:00")).thenRejected(.sessionActive)
    }

    @Test func `order: the id, a running session, the numbers`() {
      for (session, code) in [("T1", RejectionCode.sessionExists), ("T2", .sessionActive)] {
        students(start()).when(act("sam", "study.started", session, ["blockMinutes": 4]))
          .thenRejected(code)
      }
    }

    @Test func `another session may follow one that was stopped, and run beside somebody else's`() {
      students(start(), stop(at: after(minutes: 1)), start("T2", "ada")).when(start("T3"))
        .then(event("study.started", "T3", ["blockMinutes": 30, "pauseMinutes": 5]))
    }

    @Test(arguments: [(4, 5), (61, 5), (30, 0), (30, 61), (-30, 5)])
    func `invalidBlock: blocks have 5 to 60 minutes, pauses 1 to 60`(block: Int, pause: Int) {
      students().when(
        act(
          "sam", "study.started", "T1",
          ["blockMinutes": .integer(block), "pauseMinutes": .integer(pause)])
      ).thenRejected(.invalidBlock)
    }

    @Test(arguments: [(5, 1), (60, 60)])
    func `the shortest and the longest blocks and pauses`(block: Int, pause: Int) {
      let data: JSON = ["blockMinutes": .integer(block), "pauseMinutes": .integer(pause)]
      students().when(act("sam", "study.started", "T1", data))
        .then(event("study.started", "T1", data))
    }
  }

  @Suite("Study, blocks") struct StudyBlocks {
    @Test(arguments: [30, 35])
    func `a block can be recorded from its end to the end of the pause`(minutes: Int) {
      students(start()).when(complete(1, at: after(minutes: minutes)))
        .then(event("study.blockcompleted", "T1", ["block": 1, "minutes": 30]))
    }

    @Test func `each block is due by the start, not by when the one before was recorded`() {
      students(start(), complete(1, at: after(minutes: 33)))
        .when(complete(2, at: after(minutes: 65)))
        .then(event("study.blockcompleted", "T1", ["block": 2, "minutes": 30]))
    }

    @Test func `unknownSession: a block of no session`() {
      students().when(complete(1, at: after(minutes: 30))).thenRejected(.unknownSession)
    }

    @Test func `notOwner: a block of another student's session`() {
      students(start()).when(complete(1, at: after(minutes: 30), by: "ada"))
        .thenRejected(.notOwner)
    }

    @Test func `sessionEnded: a block after the stop`() {
      students(start(), stop(at: after(minutes: 31)))
        .when(complete(1, at: after(minutes: 32))).thenRejected(.sessionEnded)
    }

    @Test(arguments: [-1, 0, 1, 3])
    func `wrongBlock: not the next one`(block: Int) {
      students(start(), complete(1, at: after(minutes: 30)))
        .when(complete(block, at: after(minutes: 65))).thenRejected(.wrongBlock)
    }

    @Test(arguments: [1, 2])
    func `tooEarly: a millisecond before the block is over`(block: Int) {
      let past =
        block == 1 ? students(start()) : students(start(), complete(1, at: after(minutes: 30)))
      past.when(complete(block, at: after(minutes: block * 35 - 5, milliseconds: -1)))
        .thenRejected(.tooEarly)
    }

    @Test func `tooLate: a millisecond after the pause; then no block can be recorded any more`() {
      students(start()).when(complete(1, at: after(minutes: 35, milliseconds: 1)))
        .thenRejected(.tooLate)
        .when(complete(2, at: after(minutes: 65))).thenRejected(.wrongBlock)
        .when(complete(1, at: after(minutes: 65))).thenRejected(.tooLate)
    }
  }

  @Suite("Study, stopping") struct StudyStopping {
    @Test(arguments: [(0, 0), (29, 29), (30, 30), (34, 30), (36, 31), (65, 60), (70, 60), (71, 61)])
    func `blocks count, pauses do not`(elapsed: Int, minutes: Int) {
      students(start()).when(stop(at: after(minutes: elapsed)))
        .then(event("study.stopped", "T1", ["reason": "stopped", "minutes": .integer(minutes)]))
    }

    @Test func `only full minutes count`() {
      students(start()).when(stop(at: after(minutes: 29, milliseconds: -1)))
        .then(event("study.stopped", "T1", ["reason": "stopped", "minutes": 28]))
    }

    @Test func `recorded blocks are not counted twice`() {
      students(start(), complete(1, at: after(minutes: 30))).when(stop(at: after(minutes: 36)))
        .then(event("study.stopped", "T1", ["reason": "stopped", "minutes": 31]))
    }

    @Test(arguments: ["stopped", "left", "background"])
    func `a stop has one of three reasons`(reason: String) {
      students(start())
        .when(act("sam", "study.stopped", "T1", ["reason": .text(reason)], at: after(minutes: 40)))
        .then(event("study.stopped", "T1", ["reason": .text(reason), "minutes": 35]))
    }

    @Test func `a repeated stop that gives the default reason, or leaves it out, is the same`() {
      func stop(_ data: JSON) -> Step { act("sam", "study.stopped", "T1", data, id: "a") }
      let reason: JSON = ["reason": "stopped"]
      students(start(), stop([:])).when(stop(reason)).thenDuplicate(of: 5)
      students(start(), stop(reason)).when(stop([:])).thenDuplicate(of: 5)
      students(start(), stop(["reason": "left"])).when(stop([:])).thenRejected(.idConflict)
    }

    @Test func `there is no other reason`() {
      students(start()).when(act("sam", "study.stopped", "T1", ["reason": "tired"]))
        .thenInvalid(.invalidField)
    }

    @Test func `24 hours after the start everything counts still`() {
      students(start()).when(stop(at: after(minutes: 1440)))
        .then(event("study.stopped", "T1", ["reason": "stopped", "minutes": 1235]))
    }

    @Test(arguments: ["stopped", "background"])
    func `later than 24 hours only recorded blocks count`(reason: String) {
      let late = after(minutes: 1440, milliseconds: 1)
      let step = act("sam", "study.stopped", "T1", ["reason": .text(reason)], at: late)
      students(start()).when(step)
        .then(event("study.stopped", "T1", ["reason": .text(reason), "minutes": 0]))
      students(start(), complete(1, at: after(minutes: 30)), complete(2, at: after(minutes: 66)))
        .when(step)
        .then(event("study.stopped", "T1", ["reason": .text(reason), "minutes": 60]))
    }

    @Test func `stated minutes are compared with the clock`() {
      students(start())
        .when(act("sam", "study.stopped", "T1", ["minutes": 30], at: after(minutes: 29)))
        .thenMismatch("minutes", stated: 30, actual: 29)
    }

    @Test func `unknownSession: a stop of no session`() {
      students().when(stop()).thenRejected(.unknownSession)
    }

    @Test func `notOwner: a stop of another student's session`() {
      students(start()).when(stop(by: "ada")).thenRejected(.notOwner)
    }

    @Test func `sessionEnded: a second stop`() {
      students(start(), stop(at: after(minutes: 5))).when(stop(at: after(minutes: 6)))
        .thenRejected(.sessionEnded)
    }

    @Test func `a log that others wrote may hold any numbers within their limits`() {
      students(
        fact(
          "sam", "study.started", "T1", ["blockMinutes": 5, "pauseMinutes": 60]),
        fact("sam", "study.blockcompleted", "T1", ["block": 9, "minutes": 5]),
        fact("sam", "study.stopped", "T9", ["reason": "left", "minutes": 1])
      ).when(stop(at: after(minutes: 3)))
        .then(event("study.stopped", "T1", ["reason": "stopped", "minutes": 3]))
    }
  }
}
