/// Returns `1 event`, `2 events`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Returns hours and minutes: `5:30`.
package func durationText(minutes: Int) -> String {
  "\(minutes < 0 ? "-" : "")\(minutes.magnitude / 60):\(twoDigits(minutes.magnitude % 60))"
}

extension String {
  /// The text with another in the place of each scalar that has one.
  package func escaped(by escape: (Unicode.Scalar) -> String?) -> String {
    var escaped = ""
    for scalar in unicodeScalars {
      if let other = escape(scalar) {
        escaped += other
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

func twoDigits(_ number: some BinaryInteger) -> String { number < 10 ? "0\(number)" : "\(number)" }
