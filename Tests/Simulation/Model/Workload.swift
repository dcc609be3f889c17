@testable import ShiftEvents

/// A short piece of work on a log, done while everything is well; crashes are imagined afterwards.
struct Workload: Sendable {
  var name: String
  /// The acts before it; without them there is no log.
  var past: Past?
  var body: @Sendable (Story) -> Void

  /// A disk after some work, all of it written back.
  ///
  /// It is made once for all stories that begin there.
  struct Past: Sendable {
    let state: DiskState
    let promises: Promises

    init(_ acts: (Story) -> Void) {
      let before = Story(on: SimulatedDisk.empty)
      acts(before)
      before.end()
      var state = before.disk.state
      state.settle()
      (self.state, promises) = (state, before.promises)
    }
  }

  /// Does the work and answers the story of it.
  func story(bug: PlantedBug? = nil) -> Story {
    let story = Story(
      on: past?.state ?? SimulatedDisk.empty, past?.promises ?? Promises(), bug: bug)
    body(story)
    return story
  }

  /// A log of two people.
  static let twoPeople = Past(recordTwoPeople)

  private static func recordTwoPeople(_ story: Story) {
    story.create()
    story.append(each: register("max", named: "Max"))
    story.append(each: register("eva"))
  }

  /// A crash inside a batch of two left one and a half lines of it.
  private static let torn = Past { story in
    recordTwoPeople(story)
    let before = story.disk.state.contents(SimulatedDisk.log)?.count ?? 0
    let scratch = Story(on: story.disk.state, story.promises)
    scratch.append(batch: register("tom"), register("kim"))
    let bytes = scratch.disk.state.contents(SimulatedDisk.log) ?? []
    story.tear(Array(bytes[before...].dropLast(30)))
  }

  static let all: [Workload] = [
    Workload(name: "create", past: nil) { $0.create() },
    Workload(name: "create and append", past: nil) { story in
      story.create()
      story.append(each: register("eva", named: "Eva"))
    },
    Workload(name: "append one", past: twoPeople) { $0.append(each: register("bas")) },
    Workload(name: "a log put in place of the open one", past: twoPeople) { story in
      story.append(each: register("bas"))
      story.replaceLog()
      story.append(each: register("tom"))
    },
    Workload(name: "append two, one after the other", past: twoPeople) { story in
      story.append(each: register("bas"))
      story.append(each: register("tom"))
    },
    Workload(name: "append a batch", past: twoPeople) { story in
      story.append(batch: register("bas"), register("tom"), register("kim"))
    },
    Workload(name: "append a batch without a sync", past: twoPeople) { story in
      story.append(batch: register("bas"), register("tom"), waitsForDisk: false)
    },
    Workload(name: "append without a sync, then with one", past: twoPeople) { story in
      story.append(each: register("bas"), waitsForDisk: false)
      story.end()
      story.append(each: register("tom"))
    },
    Workload(name: "register with a name", past: twoPeople) { story in
      story.append(each: register("bas", named: "Bas"))
    },
    Workload(name: "change a name", past: twoPeople) {
      $0.append(each: rename("max", to: "Maxim"))
    },
    Workload(name: "erase a name", past: twoPeople) { $0.append(each: erase("max")) },
    Workload(name: "take torn bytes off and append", past: torn) { story in
      story.append(each: register("bas"))
    },
    Workload(name: "recover, then append", past: torn) { story in
      story.recover()
      story.append(each: register("bas"))
    },
    Workload(name: "two writers in sequence", past: twoPeople) { story in
      story.append(each: register("bas"))
      story.end()
      story.append(batch: register("tom", named: "Tom"), register("kim"))
    },
    Workload(name: "leave a snapshot, then append", past: twoPeople) { story in
      story.leaveSnapshot()
      story.append(each: register("bas"))
    },
    Workload(
      name: "extend fixed shifts",
      past: Past { story in
        story.create()
        story.append(each: register("max", as: "manager"))
        let terms = #"{"timeZone":"UTC","horizonWeeks":1}"#
        story.append(each: submission("w", "workplace.configured", by: "max", of: "W", terms))
        let times = #"{"weekday":"monday","start":"15:00","end":"20:00"}"#
        story.append(each: submission("f", "fixedshift.registered", by: "max", of: "F1", times))
      }
    ) { story in
      story.weeksLater = 3
      story.extend()
    },
  ]
}
