/// The current commitment to the name and address of each person, folded from events as the rules fold them.
package struct Commitments: Equatable, Sendable {
  private struct Record: Equatable, Sendable {
    var isErased = false
    var commitment: Digest?
  }
  private var records: [UserID: Record] = [:]

  package init() {}

  /// The commitment to a person's name and address; `nil` of a person who gave neither, was erased, or
  /// never registered.
  package subscript(user: UserID) -> Digest? {
    records[user].flatMap { $0.isErased ? nil : $0.commitment }
  }

  /// Takes in a person as some state has them.
  package mutating func set(_ user: UserID, to commitment: Digest?, isErased: Bool) {
    records[user] = Record(isErased: isErased, commitment: commitment)
  }

  package mutating func apply(_ event: Event) {
    if case .userRegistered(let event) = event {
      if records[event.user] == nil { records[event.user] = Record(commitment: event.profile) }
    } else if case .profileChanged(let event) = event {
      records[event.user]?.commitment = event.profile
    } else if case .userErased(let event) = event {
      records[event.user]?.isErased = true
    }
  }

  /// Returns `true` if the person registered and was erased later.
  func isErased(_ user: UserID) -> Bool { records[user]?.isErased == true }

  /// Returns `true` if the person ever registered.
  func knows(_ user: UserID) -> Bool { records[user] != nil }
}
