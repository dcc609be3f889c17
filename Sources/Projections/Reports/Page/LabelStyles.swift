import ShiftEvents

/// The colour and the pattern of each label: the same in every week, as long as no label is new.
struct LabelStyles {
  private let ranks: [Name: Int]

  private static let colors = 8

  /// - Parameter labels: all that the log has, in byte order.
  init(_ labels: [Name]) {
    ranks = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
  }

  /// The classes of a shift by its first label; none without labels.
  func classes(of label: Name?) -> String {
    guard let label, let rank = ranks[label] else { return "" }
    // Labels that share a colour differ in their pattern.
    let color = rank % Self.colors
    let pattern = (rank + rank / Self.colors) % Self.colors
    return " c\(color) p\(pattern)"
  }
}
