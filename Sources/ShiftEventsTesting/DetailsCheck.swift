import ShiftEvents

/// Checks of the particulars of a refusal against what is documented of its code.
struct DetailsCheck {
  let faults: [String]

  init(_ rejection: Rejection) {
    let documented = rejection.code.detailKeys
    let found = rejection.details.map(\.key)
    let missing = documented.filter { $0.isRequired && !found.contains($0.key) }.map(\.key)
    let extra = found.filter { key in !documented.contains { $0.key == key } }
    let words = documented.flatMap(\.words).map(\.rawValue)
    var faults = missing.map { "\(rejection.code) has no \($0): \(rejection.details)" }
    faults += extra.map { "\(rejection.code) has \($0), which is not documented" }
    faults += rejection.details.filter { $0.value.jsonType != $0.key.jsonType }
      .map { "\(rejection.code) has \($0.value) as \($0.key)" }
    if let reason = rejection[.reason], !words.contains(reason) {
      faults.append("\(rejection.code) has the reason \(reason), which is not documented")
    }
    if rejection.message.isEmpty || rejection.message.contains("  ") {
      faults.append("\(rejection.code) says \"\(rejection.message)\"")
    }
    self.faults = faults
  }
}

extension Rejection.Value {
  fileprivate var jsonType: String {
    switch self {
    case .text: "string"
    case .number: "integer"
    case .list: "array"
    }
  }
}
