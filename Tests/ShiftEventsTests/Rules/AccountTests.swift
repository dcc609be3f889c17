import ShiftEventsTesting
import Testing

@testable import ShiftEvents

extension Rules {
  @Suite("Accounts: registering") struct Registering {
    @Test func `oneself, with roles in the order given`() {
      given().when(register("ann", "student", "employee"))
        .then(event("user.registered", "ann", ["roles": ["student", "employee"]]))
    }

    @Test func `another, by a manager`() {
      team().when(act("max", "user.registered", "ann", ["roles": ["consumer"]]))
        .then(event("user.registered", "ann", ["roles": ["consumer"]]))
    }

    @Test func `ids are case-sensitive: Bas is another person than bas`() {
      team().when(register("Bas")).then(event("user.registered", "Bas", ["roles": ["employee"]]))
    }

    @Test func `name and e-mail stay out of the log; a commitment to them is in it`() throws {
      let outcome = given().when(
        act(
          "ann", "user.registered", "ann",
          ["roles": ["employee"], "name": "Ann Ö", "email": "Ann@example.org"]))
      outcome.then(
        event("user.registered", "ann", ["roles": ["employee"], "profile": .anyDigest]))
      guard case .userRegistered(let event) = outcome.recorded[0].event else { return }
      let person = try #require(outcome.people["ann"])
      #expect(person.profile == event.profile)
      #expect(person.name == "Ann Ö" && person.email == "Ann@example.org")
      #expect(
        person.profile == SHA256.hash(Array("\(person.salt)\nAnn Ö\nAnn@example.org".utf8)))
    }

    @Test func `the first manager registers themselves`() {
      team().when(act("mia", "user.registered", "ann", ["roles": ["manager"]]))
        .then(event("user.registered", "ann", ["roles": ["manager"]]))
      given(register("bas")).when(register("ann", "manager"))
        .then(event("user.registered", "ann", ["roles": ["manager"]]))
    }

    @Test func `userExists: again, also after erasure`() {
      team().when(register("bas", "student")).thenRejected(.userExists)
      team().when(act("mia", "user.registered", "bas", ["roles": ["student"]]))
        .thenRejected(.userExists)
      team(act("bas", "user.erased", "bas")).when(register("bas")).thenRejected(.userExists)
    }

    @Test func `notManager: another, by an employee; the user comes first`() {
      team().when(act("bas", "user.registered", "ann", ["roles": ["student"]]))
        .thenRejected(.notManager)
      team().when(act("bas", "user.registered", "eva", ["roles": ["student"]]))
        .thenRejected(.userExists)
    }

    @Test func `notManager: a second manager by themselves`() {
      team().when(register("ann", "manager")).thenRejected(.notManager)
    }

    @Test func `unknownUser: another, by somebody unregistered`() {
      team().when(act("ann", "user.registered", "joe", ["roles": ["student"]]))
        .thenRejected(.unknownUser)
      // The actor comes before the subject.
      team().when(act("ann", "user.registered", "bas", ["roles": ["student"]]))
        .thenRejected(.unknownUser)
    }

    @Test(arguments: ["a", "@a", "a@", "a@b@c"])
    func `invalidEmail: not one @ with text on both sides`(email: String) {
      given().when(mail("ann", email)).thenRejected(.invalidEmail)
    }

    @Test func `emailTaken: capitals aside, also of umlauts`() {
      given(mail("ann", "ann@example.org")).when(mail("bob", "ANN@Example.org"))
        .thenRejected(.emailTaken)
      given(mail("ann", "änn@example.org")).when(mail("bob", "ÄNN@example.org"))
        .thenRejected(.emailTaken)
      // One letter with two small forms, and letters whose capital is two.
      for (name, other) in [
        ("ΟΔΟΣ", "οδος"), ("straße", "STRASSE"), ("straße", "STRAẞE"), ("ﬁn", "FIN"),
      ] {
        given(mail("ann", "\(name)@example.org")).when(mail("bob", "\(other)@example.org"))
          .thenRejected(.emailTaken)
      }
      given(mail("ann", "ann@example.org")).given(mail("bob", "änn@example.org"))
    }

    @Test func `an e-mail is free again once changed or erased`() {
      let registered = event(
        "user.registered", "bob", ["roles": ["student"], "profile": .anyDigest])
      let ann = given(mail("ann", "ann@example.org"))
      ann.given(act("ann", "profile.changed", "ann", ["email": "other@example.org"]))
        .when(mail("bob", "ann@example.org")).then(registered)
      ann.given(act("ann", "user.erased", "ann"))
        .when(mail("bob", "ann@example.org")).then(registered)
      ann.when(batch(act("ann", "user.erased", "ann"), mail("bob", "ann@example.org")))
        .then(event("user.erased", "ann", by: "ann"), registered)
    }

    @Test func `order: the user, the managers, the form of the e-mail, its use`() {
      let past = team(mail("ann", "ann@example.org"))
      past.when(
        act("bas", "user.registered", "joe", ["roles": ["manager"], "email": "nonsense"])
      ).thenRejected(.notManager)
      past.when(
        act("joe", "user.registered", "joe", ["roles": ["manager"], "email": "ann@example.org"])
      ).thenRejected(.notManager)
    }

    @Test(arguments: [[], ["employee", "employee"], ["owner"]] as [[String]])
    func `invalid roles`(roles: [String]) {
      given().when(
        act("ann", "user.registered", "ann", ["roles": .list(roles.map { .text($0) })])
      ).thenInvalid(.invalidField)
    }

    private func mail(_ user: String, _ email: String) -> Step {
      act(user, "user.registered", user, ["roles": ["student"], "email": .text(email)])
    }
  }

  @Suite("Accounts: profiles") struct Profiles {
    private let past = team(
      act(
        "ann", "user.registered", "ann",
        ["roles": ["student"], "name": "Ann", "email": "ann@example.org"]))

    @Test func `oneself or a manager; omitted values stay`() throws {
      for actor in ["ann", "max"] {
        let outcome = past.when(act(actor, "profile.changed", "ann", ["name": "Anna"]))
        outcome.then(event("profile.changed", "ann", ["profile": .anyDigest], by: actor))
        let person = try #require(outcome.people["ann"])
        #expect(person.name == "Anna" && person.email == "ann@example.org")
      }
    }

    @Test func `one's own, also without any role left`() {
      past.given(act("mia", "role.revoked", "ann", ["role": "student"]))
        .when(act("ann", "profile.changed", "ann", ["name": "Anna"]))
        .then(event("profile.changed", "ann", ["profile": .anyDigest]))
    }

    @Test func `one's own e-mail is not taken`() {
      past.when(act("ann", "profile.changed", "ann", ["email": "ANN@example.org"]))
        .then(event("profile.changed", "ann", ["profile": .anyDigest]))
    }

    @Test func `notManager: somebody else's`() {
      past.when(act("bas", "profile.changed", "ann", ["name": "X"])).thenRejected(.notManager)
    }

    @Test func `unknownUser: of nobody`() {
      past.when(act("mia", "profile.changed", "joe", ["name": "X"])).thenRejected(.unknownUser)
      past.when(act("joe", "profile.changed", "ann", ["name": "X"])).thenRejected(.unknownUser)
    }

    @Test func `userErased: of an erased person, before the e-mail is looked at`() {
      past.given(act("ann", "user.erased", "ann"))
        .when(act("mia", "profile.changed", "ann", ["email": "nonsense"]))
        .thenRejected(.userErased)
    }

    @Test func `invalidEmail: in a change`() {
      past.when(act("ann", "profile.changed", "ann", ["email": "nonsense"]))
        .thenRejected(.invalidEmail)
    }

    @Test func `emailTaken: in a change`() {
      past.when(act("bas", "profile.changed", "bas", ["email": "ann@EXAMPLE.org"]))
        .thenRejected(.emailTaken)
    }

    @Test func `at least one of both`() {
      past.when(act("ann", "profile.changed", "ann", [:])).thenInvalid(.missingField)
    }
  }

  @Suite("Accounts: roles") struct Roles {
    @Test func `granted and revoked by a manager, down to none`() {
      let ann = team(register("ann", "student"))
      ann.when(act("max", "role.granted", "ann", ["role": "company"]))
        .then(event("role.granted", "ann", ["role": "company"]))
      ann.when(act("max", "role.revoked", "ann", ["role": "student"]))
        .then(event("role.revoked", "ann", ["role": "student"]))
    }

    @Test func `notManager: one's own, by an employee; the subject comes later`() {
      for type in ["role.granted", "role.revoked"] {
        team().when(act("bas", type, "bas", ["role": "employee"])).thenRejected(.notManager)
        team().when(act("bas", type, "nobody", ["role": "employee"])).thenRejected(.notManager)
      }
    }

    @Test func `unknownUser: of nobody`() {
      for type in ["role.granted", "role.revoked"] {
        team().when(act("mia", type, "nobody", ["role": "employee"])).thenRejected(.unknownUser)
      }
    }

    @Test func `userErased: before the roles are checked`() {
      for type in ["role.granted", "role.revoked"] {
        team(act("bas", "user.erased", "bas"))
          .when(act("mia", type, "bas", ["role": "employee"])).thenRejected(.userErased)
      }
    }

    @Test func `alreadyGranted: a role held`() {
      team().when(act("mia", "role.granted", "bas", ["role": "employee"]))
        .thenRejected(.alreadyGranted)
    }

    @Test func `notGranted: a role not held; also of the last manager`() {
      team().when(act("mia", "role.revoked", "bas", ["role": "student"]))
        .thenRejected(.notGranted)
    }

    @Test func `lastManager: revoked or erased; another one makes it possible`() {
      let alone = given(register("mia", "employee", "manager"), register("bas"))
      alone.when(act("mia", "role.revoked", "mia", ["role": "manager"])).thenRejected(.lastManager)
      alone.when(act("mia", "user.erased", "mia")).thenRejected(.lastManager)
      alone.when(act("mia", "role.revoked", "mia", ["role": "employee"]))
        .then(event("role.revoked", "mia", ["role": "employee"]))
      let two = alone.given(act("mia", "role.granted", "bas", ["role": "manager"]))
      two.when(act("mia", "role.revoked", "mia", ["role": "manager"]))
        .then(event("role.revoked", "mia", ["role": "manager"]))
        .when(act("bas", "user.erased", "bas")).thenRejected(.lastManager)
    }
  }

  @Suite("Accounts: erasing") struct Erasing {
    @Test func `oneself or a manager; all roles are gone`() {
      for actor in ["bas", "max"] {
        team().when(act(actor, "user.erased", "bas"))
          .then(event("user.erased", "bas", by: actor))
          .when(post("R1", "bas")).thenRejected(.missingRole)
      }
    }

    @Test func `notManager: somebody else`() {
      team().when(act("bas", "user.erased", "eva")).thenRejected(.notManager)
    }

    @Test func `unknownUser: nobody`() {
      team().when(act("mia", "user.erased", "nobody")).thenRejected(.unknownUser)
    }

    @Test func `userErased: twice`() {
      let erased = team(act("bas", "user.erased", "bas"))
      erased.when(act("bas", "user.erased", "bas")).thenRejected(.userErased)
      erased.when(act("eva", "user.erased", "bas")).thenRejected(.notManager)
    }
  }

  @Suite("Accounts: following") struct Following {
    private let past = team(act("bas", "user.followed", "eva"))

    @Test func `a person, and no longer; erased people too`() {
      team().when(act("bas", "user.followed", "eva")).then(event("user.followed", "eva"))
        .when(act("bas", "user.unfollowed", "eva")).then(event("user.unfollowed", "eva"))
        .when(act("bas", "user.followed", "eva")).then(event("user.followed", "eva"))
      team(act("eva", "user.erased", "eva")).when(act("bas", "user.followed", "eva"))
        .then(event("user.followed", "eva"))
    }

    @Test func `following needs no role, on either side`() {
      team(
        act("mia", "role.revoked", "bas", ["role": "employee"]),
        act("mia", "role.revoked", "eva", ["role": "employee"])
      ).when(act("bas", "user.followed", "eva")).then(event("user.followed", "eva"))
    }

    @Test func `cannotFollowSelf: nor unfollow`() {
      team().when(act("bas", "user.followed", "bas")).thenRejected(.cannotFollowSelf)
      team().when(act("bas", "user.unfollowed", "bas")).thenRejected(.cannotFollowSelf)
    }

    @Test func `alreadyFollowing: twice; the other way round is another matter`() {
      past.when(act("bas", "user.followed", "eva")).thenRejected(.alreadyFollowing)
      past.when(act("eva", "user.followed", "bas")).then(event("user.followed", "bas"))
    }

    @Test func `notFollowing: whom one does not follow`() {
      past.when(act("eva", "user.unfollowed", "bas")).thenRejected(.notFollowing)
    }

    @Test func `unknownUser: nobody`() {
      past.when(act("bas", "user.followed", "nobody")).thenRejected(.unknownUser)
      past.when(act("nobody", "user.followed", "nobody")).thenRejected(.unknownUser)
    }
  }
}
