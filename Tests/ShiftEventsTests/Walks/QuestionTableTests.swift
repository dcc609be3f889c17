import Projections
import TestSupport
import Testing

@testable import ShiftEvents

/// The table of what can be asked of the rows of projections.
@Suite struct QuestionTableTests {
  @Test func `each question has a name of its own, and somebody to take it`() {
    let names = RowQuestion.all.map(\.name)
    #expect(Set(names).count == names.count)
    for question in RowQuestion.all {
      #expect(ProjectionDescriptor.all.contains { $0.takes(question) }, "\(question.name)")
    }
  }
}
