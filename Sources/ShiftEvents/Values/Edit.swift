/// A change of one value, or none.
public enum Edit<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value stays.
  case unchanged
  /// The value is this one from now on.
  case set(Value)
  /// The optional value is removed.
  case removed
}

extension Edit {
  /// The value after the edit.
  package func applied(to value: Value?) -> Value? {
    switch self {
    case .unchanged: value
    case .set(let new): new
    case .removed: nil
    }
  }

  func map<Other>(_ transform: (Value) -> Other) -> Edit<Other> {
    switch self {
    case .unchanged: .unchanged
    case .set(let value): .set(transform(value))
    case .removed: .removed
    }
  }
}
