import TestSupport

@testable import ShiftEvents

extension Workload {
  /// A longer piece of work, the same for the same seed.
  static func random(seed: UInt64) -> Workload {
    Workload(name: "random \(seed)", past: nil) { story in
      var random = SplitMix64(seed: seed)
      story.create()
      story.append(each: register("max", named: "Max", as: "manager"))
      var users = ["max"]
      for number in 0..<Int.random(in: 5...10, using: &random) {
        let user = "u\(number)"
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
          story.append(each: register(user))
          users.append(user)
        case 1:
          story.append(batch: register(user, named: "U\(number)"), register("v\(number)"))
          users.append(user)
        case 2: story.append(each: rename(users[0], to: "N\(number)"))
        case 3 where users.count > 1: story.append(each: erase(users.removeLast()))
        case 4: story.append(batch: register(user), register("w\(number)"), waitsForDisk: false)
        case 5: story.leaveSnapshot()
        case 6: story.recover()
        default: story.end()
        }
      }
    }
  }
}
