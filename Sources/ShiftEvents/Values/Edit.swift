/// What an edit does to one value.
public enum Edit<Value: Hashable & Sendable>: Hashable, Sendable {
  case unchanged
  case set(Value)
  /// The optional value is taken away.
  case removed
}

extension Edit {
  func map<Other>(_ transform: (Value) -> Other) -> Edit<Other> {
    switch self {
    case .unchanged: .unchanged
    case .set(let value): .set(transform(value))
    case .removed: .removed
    }
  }
}
