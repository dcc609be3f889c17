/// Study sessions: started, secured block by block, stopped.
extension Town {
  struct Session {
    var id: String
    var user: Int
    var start: Int
    var block = 30
    var pause = 60
    var blocksDone = 0
  }

  mutating func startStudy() {
    let user = guest()
    guard isStudying.insert(user).inserted else { return }
    var session = Session(id: "st-\(next())", user: user, start: now)
    var data: Submissions.Members = [("blockMinutes", "30"), ("pauseMinutes", "60")]
    if random.chance(5) { (session.pause, data) = (5, []) }
    write("study.started", session.id, by: name(user), data)
    sessions.append(session)
  }

  mutating func goOnStudying() {
    guard !sessions.isEmpty else { return }
    let index = random.below(sessions.count)
    let session = sessions[index]
    let block = session.blocksDone + 1
    let due = session.start + (block * session.block + (block - 1) * session.pause) * 60_000
    if gone.contains(session.user) {
      sessions.remove(at: index)
    } else if now >= due, now <= due + session.pause * 60_000 {
      write(
        "study.blockcompleted", session.id, by: name(session.user), [("block", String(block))])
      sessions[index].blocksDone = block
    } else if now > due {
      let reason = ["", "", "stopped", "left", "background"][random.below(5)]
      write(
        "study.stopped", session.id, by: name(session.user),
        reason.isEmpty ? [] : [("reason", quoted(reason))])
      sessions.remove(at: index)
      isStudying.remove(session.user)
    }
  }
}
