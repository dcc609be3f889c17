import Synchronization

@testable import ShiftEvents

// The submissions of simulated writers; each has an id, so that it can be submitted again.

func submission(
  _ id: String, _ type: String, by actor: String, of subject: String, _ data: String = "{}"
) -> Submission {
  let json =
    #"{"id":"\#(id)","type":"\#(type)","actor":"\#(actor)","subject":"\#(subject)","data":\#(data)}"#
  do throws(InvalidSubmission) { return try Submission(json: json) } catch {
    preconditionFailure("\(json): \(error.message)")
  }
}

/// A user registers, with a name or without.
func register(
  _ user: String, named name: String? = nil, as role: String = "employee"
) -> Submission {
  let data = #"{"roles":["\#(role)"]\#(name.map { #","name":"\#($0)""# } ?? "")}"#
  return submission("r-\(user)", "user.registered", by: user, of: user, data)
}

func rename(_ user: String, to name: String) -> Submission {
  submission("n-\(user)-\(name)", "profile.changed", by: user, of: user, #"{"name":"\#(name)"}"#)
}

func erase(_ user: String) -> Submission {
  submission("e-\(user)", "user.erased", by: user, of: user)
}

extension Recorder.Options {
  /// A clock that stands still, and little patience: simulated time costs nothing.
  static func simulated(
    waitsForDisk: Bool = true, weeksLater weeks: Int = 0, telling notices: Notifications? = nil
  ) -> Recorder.Options {
    var options = Recorder.Options()
    options.lockTimeoutSeconds = 1
    options.waitsForDisk = waitsForDisk
    options.clock = FixedClock(
      Timestamp(milliseconds: 1_767_600_000_000).advanced(byMinutes: weeks * 7 * 24 * 60))
    if let notices { options.onNotice = { notices.add($0) } }
    return options
  }
}

/// What a recorder noticed.
final class Notifications: Sendable {
  private let told = Mutex<[String]>([])

  var all: [String] { told.withLock { $0 } }

  func add(_ notice: String) { told.withLock { $0.append(notice) } }
}
