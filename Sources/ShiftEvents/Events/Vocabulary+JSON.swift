// Words from fixed lists, as they stand in JSON.

extension Role: PayloadValue {}
extension MarketApproval: PayloadValue {}
extension SuggestionApproval: PayloadValue {}
extension AcceptanceRoute: PayloadValue {}
extension SkipReason: PayloadValue {}
extension OverridableRule: PayloadValue {}
extension StopReason: PayloadValue {}
extension DealCategory: PayloadValue {}

extension CurrencyCode: PayloadValue {
  static var blank: CurrencyCode { CurrencyCode("XXX")! }

  func appendJSON(to buffer: inout some ByteSink) { appendJSONString(description, to: &buffer) }

  static func read(_ reader: inout JSONReader) throws(Surprise) -> CurrencyCode {
    try unsafe reader.form("a currency of ISO 4217, three capital letters") {
      unsafe CurrencyCode(String(decoding: $0, as: UTF8.self))
    }
  }
}
