extension DealPosted {
  func write(to body: inout SnapshotWriter) {
    body.number(deal.symbolIndex)
    body.text(name)
    body.text(companyName)
    body.choice(category)
    body.number(latitude.bitPattern)
    body.number(longitude.bitPattern)
    body.number(validUntil.milliseconds)
    body.number(validFrom.milliseconds)
    for text in [address, description, openingTimes, picture, currency?.description] {
      body.flag(text != nil)
      if let text { body.text(text) }
    }
    for number in [capacity, priceCents] {
      body.flag(number != nil)
      if let number { body.number(Int64(number)) }
    }
    body.number(company.symbolIndex)
  }

  init(from body: inout SnapshotReader) throws(SnapshotFault) {
    deal = DealID(symbolIndex: try body.number())
    name = try body.text()
    companyName = try body.text()
    category = try body.choice(DealCategory.self)
    latitude = Double(bitPattern: try body.number())
    longitude = Double(bitPattern: try body.number())
    validUntil = Timestamp(milliseconds: try body.number())
    validFrom = Timestamp(milliseconds: try body.number())
    address = try body.optionalText()
    description = try body.optionalText()
    openingTimes = try body.optionalText()
    picture = try body.optionalText()
    currency = try body.optionalText().flatMap(CurrencyCode.init)
    capacity = try body.optionalNumber()
    priceCents = try body.optionalNumber()
    company = UserID(symbolIndex: try body.number())
  }
}

extension SnapshotReader {
  fileprivate mutating func optionalText() throws(SnapshotFault) -> String? {
    guard try flag() else { return nil }
    return try text()
  }

  fileprivate mutating func optionalNumber() throws(SnapshotFault) -> Int? {
    guard try flag() else { return nil }
    return Int(try number() as Int64)
  }
}
