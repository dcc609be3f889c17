// On disk. Never rename a member; a changed meaning is a new event type.

extension DealPosted {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    deal = DealID(subject)
    name = try members.required("name")
    companyName = try members.required("companyName")
    category = try members.required("category")
    latitude = try members.finite("latitude")
    longitude = try members.finite("longitude")
    validUntil = try members.required("validUntil")
    validFrom = try members.required("validFrom")
    address = try members.optional("address")
    description = try members.freeText("description")
    openingTimes = try members.freeText("openingTimes")
    picture = try members.optional("picture")
    capacity = try members.optional("capacity")
    priceCents = try members.optional("priceCents")
    currency = try members.optional("currency")
    company = try members.required("company")
  }

  func write(to members: inout MemberWriter) {
    members.required("name", name)
    members.required("companyName", companyName)
    members.required("category", category)
    members.required("latitude", latitude)
    members.required("longitude", longitude)
    members.required("validUntil", validUntil)
    members.required("validFrom", validFrom)
    members.optional("address", address)
    members.freeText("description", description)
    members.freeText("openingTimes", openingTimes)
    members.optional("picture", picture)
    members.optional("capacity", capacity)
    members.optional("priceCents", priceCents)
    members.optional("currency", currency)
    members.required("company", company)
  }
}

extension DealEdited {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    deal = DealID(subject)
    name = try members.edit("name")
    companyName = try members.edit("companyName")
    category = try members.edit("category")
    latitude = try members.finiteEdit("latitude")
    longitude = try members.finiteEdit("longitude")
    validUntil = try members.edit("validUntil")
    validFrom = try members.edit("validFrom")
    address = try members.edit("address")
    description = try members.freeTextEdit("description")
    openingTimes = try members.freeTextEdit("openingTimes")
    picture = try members.edit("picture")
    capacity = try members.edit("capacity")
    priceCents = try members.edit("priceCents")
    currency = try members.edit("currency")
    company = try members.required("company")
  }

  func write(to members: inout MemberWriter) {
    members.edit("name", name)
    members.edit("companyName", companyName)
    members.edit("category", category)
    members.edit("latitude", latitude)
    members.edit("longitude", longitude)
    members.edit("validUntil", validUntil)
    members.edit("validFrom", validFrom)
    members.edit("address", address)
    members.freeTextEdit("description", description)
    members.freeTextEdit("openingTimes", openingTimes)
    members.edit("picture", picture)
    members.edit("capacity", capacity)
    members.edit("priceCents", priceCents)
    members.edit("currency", currency)
    members.required("company", company)
  }
}

extension DealRemoved {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    deal = DealID(subject)
    company = try members.required("company")
    cancelled = try members.required("cancelled")
  }

  func write(to members: inout MemberWriter) {
    members.required("company", company)
    members.required("cancelled", cancelled)
  }
}

extension DealReserved {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    reservation = ReservationID(subject)
    deal = try members.required("deal")
    company = try members.required("company")
    priceCents = try members.optional("priceCents")
    currency = try members.optional("currency")
  }

  func write(to members: inout MemberWriter) {
    members.required("deal", deal)
    members.required("company", company)
    members.optional("priceCents", priceCents)
    members.optional("currency", currency)
  }
}

extension ReservationCancelled {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    reservation = ReservationID(subject)
    deal = try members.required("deal")
    user = try members.required("user")
    company = try members.required("company")
    refundDue = try members.required("refundDue")
  }

  func write(to members: inout MemberWriter) {
    members.required("deal", deal)
    members.required("user", user)
    members.required("company", company)
    members.required("refundDue", refundDue)
  }
}

extension PaymentRecorded {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    reservation = ReservationID(subject)
    amountCents = try members.required("amountCents")
    currency = try members.required("currency")
    reference = try members.required("reference")
    deal = try members.required("deal")
    user = try members.required("user")
  }

  func write(to members: inout MemberWriter) {
    members.required("amountCents", amountCents)
    members.required("currency", currency)
    members.required("reference", reference)
    members.required("deal", deal)
    members.required("user", user)
  }
}

extension PaymentRefunded {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    reservation = ReservationID(subject)
    reference = try members.required("reference")
    deal = try members.required("deal")
    user = try members.required("user")
    amountCents = try members.required("amountCents")
    currency = try members.required("currency")
  }

  func write(to members: inout MemberWriter) {
    members.required("reference", reference)
    members.required("deal", deal)
    members.required("user", user)
    members.required("amountCents", amountCents)
    members.required("currency", currency)
  }
}

extension CompanyRated {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    company = UserID(subject)
    reservation = try members.required("reservation")
    stars = try members.required("stars")
    comment = try members.freeText("comment")
    deal = try members.required("deal")
  }

  func write(to members: inout MemberWriter) {
    members.required("reservation", reservation)
    members.required("stars", stars)
    members.freeText("comment", comment)
    members.required("deal", deal)
  }
}
