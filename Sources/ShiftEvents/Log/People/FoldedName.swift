internal import Foundation

/// Returns a name as it is compared and sorted for people: without accents and case, `İ` and `ı` as `i`.
package func foldedName(_ name: String) -> String {
  if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
  // By capitals, in which `ı` is `I` and `ß` is `SS`.
  let plain = name.decomposedStringWithCompatibilityMapping.uppercased().lowercased()
  return String(plain.unicodeScalars.filter { !(0x300...0x36F).contains($0.value) })
}
