/// A name that stands for itself: a place, a label of a shift, a skill. It is spelt like an id and names
/// nothing that must exist.
public struct Name: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "name" }
  package static var nounPhrase: String { "a name" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}
