import Projections
import TestSupport
import Testing

@testable import ShiftEvents

/// The table of what can be asked of the rows of projections.
@Suite struct QuestionTableTests {
  /// The projections that take each selection of days, people and places, as the page on the command line has them.
  @Test func `days, people, places and labels choose rows of whatever has them, and nothing else`()
  {
    let ofDays = [
      "schedule", "marketplace", "vacancies", "requests", "approvals", "absences", "trades",
      "changes",
      "hours", "timesheet", "checks", "attention", "availability", "periods", "publications",
      "closures",
    ]
    let ofPlaces = [
      "schedule", "marketplace", "vacancies", "approvals", "trades", "changes", "hours",
      "timesheet",
      "checks", "attention", "series", "availability",
    ]
    let ofPeople =
      Set(ofDays).subtracting(["vacancies", "periods", "publications", "closures"])
      .union(["series", "inbox"])
    func takers(_ name: String) -> Set<String> {
      let question = RowQuestion.all.first { $0.name == name }!
      return Set(ProjectionDescriptor.all.filter { $0.takes(question) }.map(\.name))
    }
    // Deals, reservations and notices have days of their own.
    for name in ["from", "to", "week", "month"] {
      #expect(takers(name) == Set(ofDays + ["deals", "reservations", "inbox"]), "\(name)")
    }
    #expect(takers("place") == Set(ofPlaces + ["closures"]))
    #expect(takers("label") == Set(ofPlaces))
    #expect(takers("user").isSuperset(of: ofPeople))
    #expect(takers("user").isDisjoint(with: ["vacancies", "periods", "publications", "closures"]))
    #expect(takers("published") == ["schedule", "marketplace"])
    #expect(takers("for") == ["marketplace", "vacancies"])
  }

  @Test func `each question has a name of its own, and somebody to take it`() {
    let names = RowQuestion.all.map(\.name)
    #expect(Set(names).count == names.count)
    for question in RowQuestion.all {
      #expect(ProjectionDescriptor.all.contains { $0.takes(question) }, "\(question.name)")
    }
  }
}
