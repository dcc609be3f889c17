import ShiftEvents

/// The minutes of a stretch of time that lie in nights, on Sundays and on closed days: real ones, each by what the clocks
/// show then.
struct SpecialMinutes: Equatable {
  var night = 0
  var sunday = 0
  var closed = 0

  /// - Parameters:
  ///   - night: the times of day; an end at or before the start is on the next day.
  ///   - isClosed: returns `true` for a closed day.
  init(
    of stretch: Range<Timestamp>, in zone: Zone, night times: (start: TimeOfDay, end: TimeOfDay),
    isClosed: (LocalDate) -> Bool
  ) {
    let (start, end) = (Int64(times.start.minutes) * 60_000, Int64(times.end.minutes) * 60_000)
    var (night, sunday, closed): (Int64, Int64, Int64) = (0, 0, 0)
    zone.forEachDay(of: stretch) { date, part in
      let length = part.upperBound - part.lowerBound
      let evening = part.clamped(to: start..<max(start, start < end ? end : millisecondsOfDay))
      let morning = part.clamped(to: 0..<(start < end ? 0 : end))
      night += evening.upperBound - evening.lowerBound + morning.upperBound - morning.lowerBound
      if date.weekday == .sunday { sunday += length }
      if isClosed(date) { closed += length }
    }
    (self.night, self.sunday) = (Int(night / 60_000), Int(sunday / 60_000))
    self.closed = Int(closed / 60_000)
  }
}

private let millisecondsOfDay: Int64 = 86_400_000

extension Zone {
  /// Hands over each local day of a stretch of time with the milliseconds of it that the clocks show, in two parts
  /// where they are changed in between.
  fileprivate func forEachDay(
    of stretch: Range<Timestamp>, _ body: (LocalDate, Range<Int64>) -> Void
  ) {
    func offset(_ time: Int64) -> Int64 {
      Int64(offsetSeconds(at: Timestamp(milliseconds: time))) * 1000
    }
    var time = stretch.lowerBound.milliseconds
    while time < stretch.upperBound.milliseconds {
      let ahead = offset(time)
      let date = floorDivide(time + ahead, millisecondsOfDay)
      let midnight = date * millisecondsOfDay - ahead
      var end = min(stretch.upperBound.milliseconds, midnight + millisecondsOfDay)
      if offset(end - 1) != ahead { end = (time + 1..<end).firstPlace { offset($0) != ahead } }
      body(LocalDate(daysSinceEpoch: Int(date)), time - midnight..<end - midnight)
      time = end
    }
  }
}
