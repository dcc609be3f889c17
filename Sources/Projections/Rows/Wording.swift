/// Returns `1 event`, `2 events`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Returns hours and minutes: `5:30`.
package func durationText(minutes: Int) -> String {
  "\(minutes < 0 ? "-" : "")\(minutes.magnitude / 60):\(twoDigits(minutes.magnitude % 60))"
}

func twoDigits(_ number: some BinaryInteger) -> String { number < 10 ? "0\(number)" : "\(number)" }
