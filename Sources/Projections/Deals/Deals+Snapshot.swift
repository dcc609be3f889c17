import ShiftEvents

extension Deals {
  func number(in numbering: inout SymbolNumbering) {
    deals.number(in: &numbering)
    for customer in stars.keys {
      numbering.add(customer.user)
      numbering.add(customer.company)
    }
    ratings.number(in: &numbering)
    reservations.number(in: &numbering)
  }

  func write(to snapshot: inout FlatSnapshotWriter, _ numbering: SymbolNumbering) {
    let customers = stars.sorted { $0.key < $1.key }
    func numbers(_ user: KeyPath<Customer, UserID>) -> FlatArray<UInt32> {
      FlatArray(customers.map { numbering.number(of: $0.key[keyPath: user].symbolIndex) })
    }
    snapshot.add(numbers(\.user))
    snapshot.add(numbers(\.company))
    snapshot.add(FlatArray(customers.map { Int64($0.value) }))
    deals.write(to: &snapshot, numbering)
    terms.write(to: &snapshot, numbering)
    ratings.write(to: &snapshot, numbering)
    reservations.write(to: &snapshot, numbering)
  }

  init(from snapshot: inout FlatSnapshotReader, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    let users = try snapshot.array(of: UInt32.self).elements
    let companies = try snapshot.array(of: UInt32.self).elements
    let given = try snapshot.array(of: Int64.self).elements
    guard users.count == given.count, companies.count == given.count else { throw SnapshotFault() }
    stars.reserveCapacity(given.count)
    for place in given.indices {
      let customer = Customer(
        user: UserID(symbolIndex: symbols.index(of: users[place])),
        company: UserID(symbolIndex: symbols.index(of: companies[place])))
      stars[customer] = Int(given[place])
    }
    deals = try IdentifierMap(from: &snapshot, symbols)
    terms = try DealTerms(from: &snapshot, symbols)
    ratings = try IdentifierMap(from: &snapshot, symbols)
    reservations = try IdentifierMap(from: &snapshot, symbols)
  }
}

extension Deals.Customer {
  fileprivate static func < (first: Self, second: Self) -> Bool {
    (first.user.symbolIndex, first.company.symbolIndex)
      < (second.user.symbolIndex, second.company.symbolIndex)
  }
}
