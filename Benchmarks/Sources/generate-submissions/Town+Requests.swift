/// Who asks for work on a day, and what colleagues suggest to them.
extension Town {
  struct Request {
    var id: String
    var person: Int
    var day: Int
    var suggestions: [Int] = []
    var isAwaiting = false
  }

  mutating func askForWork() {
    if random.chance(30), let request = newestRequests.popLast() { return withdraw(request) }
    let person = guest()
    let day = today + 1 + random.below(settings.requestDays - 1)
    let request = key(person, day)
    guard !busy[person].contains(day), requests[request] == nil else { return }
    requests[request] = Request(id: "R\(next())", person: person, day: day)
    write(
      "request.posted", "R\(serial)", by: name(person),
      [("date", quoted(Calendar.date(ofDay: day)))])
    requestsOfDay[day, default: []].append(request)
    newestRequests.append(request)
    if newestRequests.count > 200 { newestRequests.removeFirst(100) }
  }

  private mutating func withdraw(_ key: Int) {
    guard let request = requests[key], !request.isAwaiting, !gone.contains(request.person) else {
      return
    }
    write("request.withdrawn", request.id, by: name(request.person))
    closeRequest(key)
  }

  /// Closes a request, if it is open, and releases what is suggested for it.
  mutating func closeRequest(_ key: Int) {
    guard let request = requests.removeValue(forKey: key) else { return }
    for index in request.suggestions
    where shifts[index].state == .suggested && !hasStarted(index) {
      shifts[index].request = nil
      put(index, .idle)
    }
  }

  /// Requests of past days are closed without an event.
  mutating func closeRequests(before today: Int) {
    for day in requestsOfDay.keys where day < today {
      for key in requestsOfDay.removeValue(forKey: day) ?? [] { requests[key] = nil }
    }
  }

  /// Takes a shift off the request for which it was suggested.
  mutating func detach(_ index: Int) {
    guard let key = shifts[index].request else { return }
    if shifts[index].state != .suggested { requests[key]?.isAwaiting = false }
    requests[key]?.suggestions.removeAll { $0 == index }
    shifts[index].request = nil
  }

  mutating func suggest() {
    guard let index = take(.idle) else { return }
    let shift = shifts[index]
    let keys = requestsOfDay[shift.day] ?? []
    guard !keys.isEmpty, !gone.contains(shift.owner) else { return put(index, .idle) }
    let key = keys[random.below(keys.count)]
    guard let request = requests[key], request.person != shift.owner,
      !gone.contains(request.person)
    else {
      return put(index, .idle)
    }
    write(
      "shift.suggested", id(ofShift: index), by: name(shift.owner),
      [("request", quoted(request.id))])
    requests[key]?.suggestions.append(index)
    shifts[index].request = key
    put(index, .suggested)
  }

  mutating func answerSuggestion() {
    guard let index = take(.suggested) else { return }
    let shift = shifts[index]
    guard let key = shift.request, let request = requests[key] else { return }
    let isFree = !busy[request.person].contains(shift.day) && !request.isAwaiting
    if random.chance(70), isFree, !gone.contains(request.person) {
      write("suggestion.accepted", id(ofShift: index), by: name(request.person))
      busy[request.person].insert(shift.day)
      shifts[index].taker = request.person
      requests[key]?.isAwaiting = true
      put(index, .awaiting)
    } else if !gone.contains(shift.owner) {
      write("suggestion.withdrawn", id(ofShift: index), by: name(shift.owner))
      detach(index)
      put(index, .idle)
    } else {
      put(index, .suggested)
    }
  }
}
