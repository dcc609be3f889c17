import Testing

@testable import ShiftEventsHome

/// Addresses of homes: what would show a password is refused without being shown.
struct HomeAddressTests {
  @Test(arguments: [
    "postgresql://app:SECRET@h/roster?log=s", "postgresql://app:SEC/RET@h:5432/roster?log=s",
    "postgresql://app@h:5432,app:SECRET@i:5433/roster?log=s",
    "postgresql://app:SEC?RET@h/roster?log=s",
    "postgresql://app:SEC@RET@h/roster?log=s", "postgresql://h/roster?log=s&password=SECRET",
    "postgresql://h/roster?log=s&pass%77ord=SECRET",
    "postgresql://h/roster?log=s&sslpassword=SECRET",
    "postgresql://h/roster?log=s&scram_client_key=SECRET",
    "postgresql://h/roster?log=s&oauth_client_secret=SECRET", "postgresql://h:SECRET/roster?log=s",
  ])
  func `a password is refused wherever it stands`(address: String) {
    let error = #expect(throws: (any Error).self) { try HomeAddress(address) }
    #expect(error.map { "\($0)".contains("holds a password") } == true)
    #expect(error.map { "\($0)".contains("SEC") || "\($0)".contains("RET") } == false)
  }

  @Test(
    arguments: [
      ("postgresql://app@h/roster?log=s", "app"), ("postgresql://h:5432,i:5433/roster?log=s", nil),
      ("postgresql://app@[::1]:5432/roster?log=s", "app"), ("postgresql:///roster?log=s", nil),
      ("postgresql://[::1]/roster?log=s&user=app", "app"), ("postgres://h:/roster?log=s", nil),
    ] as [(String, String?)])
  func `an address without one is taken`(address: String, user: String?) throws {
    #expect(try HomeAddress(address).user == user)
  }
}
