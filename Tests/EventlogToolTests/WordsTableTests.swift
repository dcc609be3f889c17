// Over 400 lines: the table of words, by subject.

import ShiftEvents
import Testing

@testable import eventlog_tool

/// Events in words as people type them, against one log in Amsterdam, on Tuesday 24 November 2026 at 13:00.
struct WordsTableTests {
  private static let now = "2026-11-24T12:00:00Z"

  private static let kept = KeptFiles {
    let folder = LogFolder()
    folder.run("init")
    let lines = [
      "workplace.configured shop --actor u1 timeZone=europe/AMSTERDAM requestDays=31",
      "user.registered u1 --actor u1 roles=manager,employee 'name=Mia Jansen'",
      "user.registered u2 --actor u1 roles=employee,student,consumer 'name=Eva de Wit'",
      "user.registered u3 --actor u1 roles=employee name=Zoë",
      "user.registered u4 --actor u1 roles=employee 'name=İbrahim Yıldız'",
      "user.registered u5 --actor u1 roles=employee 'name=Bas Bos'",
      "user.registered u6 --actor u1 roles=employee 'name=Bas Bos'",
      "user.registered u7 --actor u1 roles=company 'name=De Molen'",
      "user.registered eva --actor u1 roles=employee 'name=Anna'",
      "user.registered u8 --actor u1 roles=employee name=Null",
      "shift.scheduled S1 --actor u1 owner=u2 date=2026-12-08 start=09:00 end=17:00 labels=bar,kitchen place=centre",
      "shift.scheduled S2 --actor u1 owner=u3 date=2026-11-23 start=09:00 end=17:00",
      "shift.scheduled S3 --actor u1 owner=u5 date=2026-12-01 start=12:00 end=14:00",
      "shift.scheduled S4 --actor u1 owner=u6 date=2026-12-01 start=22:00 end=02:00 days=1",
      "vacancy.posted V1 --actor u1 date=2026-12-05 start=10:00 end=14:00 places=2",
      "skill.granted u3 --actor u1 skill=first-aid",
      "skill.granted u3 --actor u1 skill=till",
      "shift.supplied S1 --actor u2",
      "absence.recorded A1 --actor u4 date=2026-12-20",
      "request.posted R1 --actor u3 date=2026-12-01",
      "fixedshift.registered F11 --actor u1 owner=u6 weekday=sunday start=09:00 end=17:00 from=2026-12-06",
      "fixedshift.edited F11 --actor u1 from=2027-01-03 end=18:00",
      "fixedvacancy.registered FV11 --actor u1 weekday=sunday start=09:00 end=17:00 days=2 places=1 from=2026-11-22",
      "fixedvacancy.registered FV12 --actor u1 weekday=sunday start=09:00 end=17:00 days=0 places=1 from=2026-11-22",
    ]
    let ending = folder.start(
      ["append", "-", "--words", "--now", "2026-11-20T08:00:00Z"],
      input: .bytes(Array(lines.joined(separator: "\n").utf8))
    ).wait()
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
    return folder
  }

  private let folder = kept.folder()

  enum Answer: Sendable {
    /// The rules take the submission, which has these parts.
    case recorded([String])
    /// The rules refuse what was read, with a code.
    case rejected(String, [String])
    /// The words are refused: with 64, or 1 where nobody has the name.
    case refused([String], ExitCode = .usage)
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let words: String
    let answer: Answer
    var testDescription: String { words }

    init(_ words: String, _ parts: String...) {
      (self.words, answer) = (words, .recorded(parts))
    }

    init(_ words: String, refused parts: String..., code: ExitCode = .usage) {
      (self.words, answer) = (words, .refused(parts, code))
    }

    init(_ words: String, rejected code: String, _ parts: String...) {
      (self.words, answer) = (words, .rejected(code, parts))
    }
  }

  /// A shift of Eva's with its day, from 9 to 17.
  private static func shift(_ day: String) -> String {
    "shift.scheduled N1 --actor u1 owner=u2 date='\(day)' start=09:00 end=17:00"
  }

  /// A shift of Eva's on Friday with its times.
  private static func times(_ times: String) -> String {
    "shift.scheduled N1 --actor u1 owner=u2 date=2026-11-27 \(times)"
  }

  private static let days: [Row] = [
    Row(shift("2026-11-27"), #""date":"2026-11-27""#),
    Row(shift("friday"), #""date":"2026-11-27""#),
    Row(shift("Fri"), #""date":"2026-11-27""#), Row(shift("TOMORROW"), #""date":"2026-11-25""#),
    Row(shift("today"), rejected: "shiftStarted", #""date":"2026-11-24""#),
    Row(shift("tuesday"), rejected: "shiftStarted", #""date":"2026-11-24""#),
    Row(shift("monday"), #""date":"2026-11-30""#), Row(shift("+7d"), #""date":"2026-12-01""#),
    Row(shift("+2w"), rejected: "dayTaken", #""date":"2026-12-08""#),
    Row(shift("31/12"), #""date":"2026-12-31""#), Row(shift("31-12"), #""date":"2026-12-31""#),
    Row(shift("31.12."), #""date":"2026-12-31""#), Row(shift("31.12"), #""date":"2026-12-31""#),
    Row(shift("31 Dec"), #""date":"2026-12-31""#), Row(shift("Dec 31"), #""date":"2026-12-31""#),
    Row(shift("31 december"), #""date":"2026-12-31""#),
    Row(shift("31st Dec"), #""date":"2026-12-31""#),
    Row(shift("December 31, 2026"), #""date":"2026-12-31""#),
    Row(shift("31/12/2026"), #""date":"2026-12-31""#),
    Row(shift("31-12-2027"), #""date":"2027-12-31""#),
    Row(shift("2026/12/31"), #""date":"2026-12-31""#),
    Row(shift("Thu 31 Dec"), #""date":"2026-12-31""#),
    Row(shift("Fri 27 Nov"), #""date":"2026-11-27""#),
    // A day that is past belongs to the next year: a shift has not started.
    Row(shift("23/11"), #""date":"2027-11-23""#), Row(shift("24 Nov"), #""date":"2027-11-24""#),
    Row(shift("1 Jan"), #""date":"2027-01-01""#), Row(shift("29 Feb"), #""date":"2028-02-29""#),
    Row(shift("05/05"), #""date":"2027-05-05""#), Row(shift("3.4."), #""date":"2027-04-03""#),
    Row(
      "shift.scheduled N1 --actor u1 owner=u2 date='24 Nov' start=23:00 end=23:30",
      #""date":"2026-11-24""#),
    Row(
      "shift.scheduled N1 --actor u1 owner=u2 date=23/11 start=9 end=17 override=SHIFTSTARTED",
      #""date":"2026-11-23""#, #""override":["shiftStarted"]"#),
    Row(
      "absence.recorded N1 --actor u1 user=u2 date=23/11 override=dateOutOfRange",
      #""date":"2026-11-23""#),
    // What is published is not over, and what is closed is past.
    Row(
      "schedule.published N1 --actor u1 from=20/11 to='15 Aug'",
      #""from":"2026-11-20","to":"2027-08-15""#),
    Row(
      "period.closed N1 --actor u1 from='1 May' to='31 May'",
      #""from":"2026-05-01","to":"2026-05-31""#),
    Row(shift("03/04"), refused: #""03/04" may be 3 Apr or 4 Mar"#, #"write "3 Apr" or "4 Mar""#),
    Row(shift("3-4-2027"), refused: "may be 3 Apr 2027 or 4 Mar 2027"),
    Row(shift("04/13"), refused: #"there is no day "04/13""#, "with the month first it is 13 Apr"),
    Row(shift("12/31/2026"), refused: "with the month first it is 31 Dec 2026"),
    Row(shift("32/12"), refused: #"there is no day "32/12""#),
    Row(shift("30/02"), refused: "there is no day"),
    Row(shift("30 Feb"), refused: "there is no day"),
    Row(shift("29/02/2027"), refused: "there is no day"),
    Row(shift("2026-02-30"), refused: "there is no 2026-02-30", "2026-02 has 28 days"),
    Row(shift("2026-13-01"), refused: "a year has the months 01 to 12"),
    Row(shift("31/12/26"), refused: "the year of", "four digits"),
    Row(shift("Mon 31 Dec"), refused: "Thu 31 Dec 2026 is a thursday"),
    Row(shift("Mon 31/12/2026"), refused: "31 Dec 2026 is a thursday"),
    Row(shift("next week"), refused: "is several days"),
    Row(shift("2026-W50"), refused: "is several days"),
    Row(shift("2026-12"), refused: "is several days"),
    Row(shift("soon"), refused: #""soon" is no day"#, "31 Dec"),
  ]

  private static let clocks: [Row] = [
    Row(times("start=9:00 end=17:30"), #""start":"09:00","end":"17:30""#),
    Row(times("start=9 end=17"), #""start":"09:00","end":"17:00""#),
    Row(times("start=9am end=5pm"), #""start":"09:00","end":"17:00""#),
    Row(times("start='9 am' end='5:15 PM'"), #""start":"09:00","end":"17:15""#),
    Row(times("start=9.15 end=17.30"), #""start":"09:15","end":"17:30""#),
    Row(times("start=9h end=17h30"), #""start":"09:00","end":"17:30""#),
    Row(times("start=noon end=midnight"), #""start":"12:00","end":"00:00""#),
    Row(times("start=12am end=12pm"), #""start":"00:00","end":"12:00""#),
    Row(times("start=15:00 end=24:00"), #""start":"15:00","end":"00:00"}"#),
    Row(times("start=0 end=24"), #""start":"00:00","end":"00:00"}"#),
    Row(times("start=15:00 end=24:00 days=0"), #""end":"00:00","days":1"#),
    Row(times("days=0 start=15:00 end=24:00"), #""days":1,"start":"15:00","end":"00:00""#),
    Row(times("start=15:00 end=24:00 days=1"), refused: "24:00 beside days", "end=00:00"),
    Row(times("start=24:00 end=02:00"), refused: "24:00 is the end of a day"),
    Row(times("start=25:00 end=17:00"), refused: #"no time of day "25:00""#, "00:00 to 24:00"),
    Row(times("start=9:60 end=17:00"), refused: "there is no time of day"),
    Row(times("start=13pm end=17:00"), refused: "hours go from 1 to 12"),
    Row(times("start=early end=17:00"), refused: "is no time of day", "17.30"),
    Row(times("start=9:5 end=17:00"), refused: "is no time of day"),
    Row(
      times("start=14:00 end=14:00"),
      refused: "14:00–14:00 would be 24 hours: add days=1, or mend the end"),
    Row(times("start=2pm end=14"), refused: "14:00–14:00 would be 24 hours: add days=1"),
    Row(times("start=14:00 end=14:00 days=1"), #""days":1"#),
    Row(times("start=0:00 end=0:00"), #""start":"00:00","end":"00:00""#),
    Row(
      "hours.recorded S2 --actor zoe start=9 end=9",
      refused: "09:00–09:00 would be 24 hours: mend the end, or give minutes"),
    Row("hours.recorded S2 --actor zoe start=9am end=17.15", #""start":"09:00","end":"17:15""#),
    Row("hours.recorded S2 --actor zoe minutes=480 date=23/11", #""date":"2026-11-23""#),
    Row(
      "shift.edited S3 --actor u1 start=14:00", refused: "14:00–14:00 would be 24 hours: add days=1"
    ),
    Row("shift.edited S3 --actor u1 start=14:00 days=1", #""start":"14:00","days":1"#),
    Row("shift.edited S3 --actor u1 end=12", refused: "12:00–12:00 would be 24 hours"),
    Row("shift.edited S3 --actor u1 end=16.30", #"{"end":"16:30"}"#),
    // The usual days of 22:00–02:00 are those of 22:00–00:00.
    Row("shift.edited S4 --actor u1 end=24:00", #""data":{"end":"00:00"}"#),
    Row("shift.edited S4 --actor u1 end=22", refused: "22:00–22:00 would be 24 hours"),
    Row("shift.edited S3 --actor u1 date='2 Dec'", #"{"date":"2026-12-02"}"#),
    Row("shift.split S3 --actor u1 at=1pm into=S3b", #""at":"13:00","into":"S3b""#),
    Row("shift.split S3 --actor u1 at=24:00 into=S3b", refused: "24:00 is the end of a day"),
    Row("shift.split S3 --actor u1 at=14 into=S3b", rejected: "invalidSplit", #""at":"14:00""#),
    Row("vacancy.edited V1 --actor u1 end=10:00", refused: "10:00–10:00 would be 24 hours"),
    Row("vacancy.edited V1 --actor u1 date=6/12", refused: "6 Dec or 12 Jun"),
    Row("vacancy.edited V1 --actor u1 date='6 Dec' end=3pm", #""date":"2026-12-06","end":"15:00""#),
  ]

  private static let people: [Row] = [
    Row(
      "shift.scheduled N1 --actor 'mia jansen' owner='eva de wit' date=friday start=9 end=17",
      #""actor":"u1""#, #""owner":"u2""#),
    Row("shift.assigned S3 --actor u1 to=zoe", #""to":"u3""#),
    Row("shift.assigned S3 --actor u1 to=ZOË", #""to":"u3""#),
    Row("shift.assigned S3 --actor u1 to='ibrahim yildiz'", #""to":"u4""#),
    Row("shift.assigned S3 --actor u1 to='IBRAHIM YILDIZ'", #""to":"u4""#),
    Row("shift.assigned S3 --actor u1 to=eva", #""to":"eva""#),
    Row(
      "shift.assigned S3 --actor u1 to='Bas Bos'",
      refused: #"2 people are called "Bas Bos": u5 and u6"#, "name one by id"),
    Row(
      "shift.assigned S3 --actor u1 to='Eva de Wiit'", refused: "nobody is called",
      "did you mean Eva de Wit?", code: .negative),
    Row("shift.assigned S3 --actor u1 to=u99", rejected: "unknownUser", #""to":"u99""#),
    Row(
      "role.granted 'Eva de Wit' --actor u1 role=MANAGER", #""subject":"u2""#, #""role":"manager""#),
    Row("user.followed Zoë --actor 'Eva de Wit'", #""subject":"u3""#, #""actor":"u2""#),
    Row(
      "profile.changed anna --actor u1 name='Eva Bos'", #""subject":"eva""#, #""name":"Eva Bos""#),
    Row("skill.granted Zoe --actor u1 skill=grill", #""subject":"u3""#, #""skill":"grill""#),
    Row(
      "skill.granted Zoe --actor u1 skill=grill until='1 Dec'",
      #""data":{"skill":"grill","until":"2026-12-01"}"#),
    Row(
      "contract.set Zoe --actor u1 maxWeekMinutes=960 minRestMinutes=null from='1 Dec'",
      #""data":{"maxWeekMinutes":960,"minRestMinutes":null,"from":"2026-12-01"}"#),
    Row("user.erased 'De Molen' --actor 'Mia Jansen'", #""subject":"u7""#),
    Row("absence.recorded A9 --actor u1 user='İbrahim Yıldız' date=friday days=2", #""user":"u4""#),
    Row("shift.claimed S9 --actor u1 owner=zoe vacancy=V1", #""owner":"u3""#),
    Row(
      "fixedshift.registered F9 --actor u1 owner=zoe weekday=Mon start=9 end=13 from='1 Dec'",
      #""owner":"u3""#, #""weekday":"monday""#, #""from":"2026-12-01""#),
    Row(
      "fixedshift.registered F9 --actor zoe weekday=TUESDAY start=9 end=13", #""weekday":"tuesday""#
    ),
    Row(
      "fixedshift.registered F9 --actor zoe weekday=thurs start=9 end=13", #""weekday":"thursday""#),
    Row(
      "shift.accepted S1 --actor zoe from='Eva de Wit' date='8 Dec'", #""from":"u2""#, "2026-12-08"),
  ]

  /// Days that are an end of a range, without a year.
  private static let ranges: [Row] = {
    func row(_ words: String, from: String, to: String) -> Row {
      Row(words, #""from":"\#(from)""#, #""to":"\#(to)""#)
    }
    return [
      Row(
        "schedule.published P9 --actor u1 from='2 dec' to='1 dec'", rejected: "dateOutOfRange",
        #""from":"2026-12-02","to":"2026-12-01""#),
      Row(
        "closure.recorded CL9 --actor u1 from=2026-12-26 to='25 dec' cancel=true",
        rejected: "dateOutOfRange", #""to":"2026-12-25""#),
      Row(
        "closure.recorded CL9 --actor u1 from='26 dec' to='25 dec' cancel=true",
        rejected: "dateOutOfRange", #""from":"2026-12-26""#),
      // Hours are of a day that has come; another fact is what was recorded.
      Row(
        "hours.recorded S2 --actor u3 minutes=60 date='1 dec'", rejected: "factMismatch",
        #""date":"2025-12-01""#),
      Row(
        "hours.confirmed S2 --actor u1 date='23 nov'", rejected: "noHours",
        #""date":"2026-11-23""#),
      row(
        "schedule.published P9 --actor u1 from='24 dec' to='24 dec'", from: "2026-12-24",
        to: "2026-12-24"),
      row(
        "schedule.published P9 --actor u1 to='3 jan' from='28 dec'", from: "2026-12-28",
        to: "2027-01-03"),
      row(
        "schedule.published P9 --actor u1 from='1 nov' to='30 nov'", from: "2026-11-01",
        to: "2026-11-30"),
      row(
        "schedule.published P9 --actor u1 from='23 nov' to='23 nov'", from: "2027-11-23",
        to: "2027-11-23"),
      row(
        "schedule.published P9 --actor u1 from='31 dec' to=2027-01-02", from: "2026-12-31",
        to: "2027-01-02"),
      row(
        "closure.recorded CL9 --actor u1 from='1 may' to='2 may'", from: "2027-05-01",
        to: "2027-05-02"),
      row(
        "closure.recorded CL9 --actor u1 from='24 nov' to='1 may'", from: "2026-11-24",
        to: "2027-05-01"),
      Row("closure.recorded CL9 --actor u1 from='23 nov'", #""from":"2027-11-23""#),
      row(
        "period.closed C9 --actor u1 from='25 nov' to='1 dec'", from: "2025-11-25", to: "2025-12-01"
      ),
      row(
        "period.closed C9 --actor u1 from='1 nov' to='23 nov'", from: "2026-11-01", to: "2026-11-23"
      ),
      row(
        "period.closed C9 --actor u1 from='1 dec' to='23 nov'", from: "2025-12-01", to: "2026-11-23"
      ),
      Row("contract.set Zoe --actor u1 maxWeekMinutes=960 from='1 Nov'", #""from":"2027-11-01""#),
      Row("skill.granted Zoe --actor u1 skill=grill until='1 Jun'", #""until":"2027-06-01""#),
      Row(
        "fixedshift.registered F9 --actor zoe weekday=tue start=9 end=13 from='1 dec' until='1 mar'",
        #""from":"2026-12-01""#, #""until":"2027-03-01""#),
      Row(
        "fixedshift.registered F9 --actor zoe weekday=tue start=9 end=13 until='24 nov' from='1 dec'",
        #""from":"2026-12-01""#, #""until":"2027-11-24""#),
      Row(
        "fixedvacancy.registered FV9 --actor u1 weekday=tue start=9 end=13 places=1 until='1 nov'",
        #""until":"2027-11-01""#),
      Row(
        "fixedvacancy.registered - --actor u1 weekday=tue start=9 end=13 places=1",
        #""subject":"FV1""#),
      Row("closure.recorded - --actor u1 from=friday", #""subject":"CL1""#),
      Row("fixedshift.edited F11 --actor u1 from='1 dec' start=10", #""from":"2027-12-01""#),
      Row("fixedshift.edited F11 --actor u1 from='6 dec' start=10", #""from":"2026-12-06""#),
      Row("fixedvacancy.edited FV11 --actor u1 from='23 nov' places=2", #""from":"2027-11-23""#),
      Row("fixedshift.edited F11 --actor u1 from='1 feb' until='31 jan'", #""until":"2027-01-31""#),
      Row("fixedshift.edited F11 --actor u1 until='30 nov' from='1 feb'", #""until":"2027-11-30""#),
      Row("fixedshift.edited F11 --actor u1 until='4 dec'", #""until":"2027-12-04""#),
      Row("fixedshift.edited F11 --actor u1 until='5 dec'", #""until":"2026-12-05""#),
    ]
  }()

  /// Times of weekly work that is changed.
  private static let weekly: [Row] = [
    Row("fixedshift.edited F11 --actor u1 start=17", refused: "17:00–17:00 would be 24 hours"),
    // From January on it ends at 18:00.
    Row("fixedshift.edited F11 --actor u1 start=18", refused: "18:00–18:00 would be 24 hours"),
    Row("fixedshift.edited F11 --actor u1 start=17 from='5 jan'", #""start":"17:00""#),
    Row("fixedshift.edited F11 --actor u1 end=9", refused: "09:00–09:00 would be 24 hours"),
    Row("fixedshift.edited F11 --actor u1 end=9 days=1", #""days":1"#),
    Row("fixedvacancy.edited FV11 --actor u1 start=17", #""start":"17:00""#),
    Row(
      "fixedvacancy.edited FV11 --actor u1 end=24:00",
      refused: "24:00 may be the beginning or the end", "end=00:00"),
    Row("fixedvacancy.edited FV12 --actor u1 end=24:00", #""end":"00:00","days":1"#),
  ]

  private static let others: [Row] = [
    Row("request.posted R9 --actor zoe date='3 Dec'", #""date":"2026-12-03""#),
    Row("request.posted R9 --actor zoe date='24 Dec'", #""date":"2026-12-24""#),
    // No 1 March lies within the days that requests may be for; the next one is refused by the rules.
    Row("request.posted R9 --actor zoe date='1 Mar'", rejected: "dateOutOfRange", "2027-03-01"),
    Row("request.posted R9 --actor zoe date='24 Nov'", #""date":"2026-11-24""#),
    // An absence of seven days that began on Friday is not over.
    Row("absence.recorded A9 --actor zoe date='20 Nov' days=7", #""date":"2026-11-20""#),
    Row("absence.recorded A9 --actor zoe date='20 Nov'", #""date":"2027-11-20""#),
    Row("absence.recorded A9 --actor zoe date=tomorrow start=10 end=noon", #""end":"12:00""#),
    Row(
      "absence.recorded A9 --actor zoe date=friday start=10 end=10",
      refused: "10:00–10:00 would be 24 hours"),
    Row("workplace.configured shop --actor u1 timeZone=EUROPE/amsterdam", "Europe/Amsterdam"),
    Row("workplace.configured shop --actor u1 timeZone=utc", rejected: "timeZoneFixed", #""UTC""#),
    Row(
      "workplace.configured shop --actor u1 timeZone=us/pacific", rejected: "timeZoneFixed",
      "US/Pacific"),
    Row(
      "workplace.configured shop --actor u1 timeZone=america/new_york", rejected: "timeZoneFixed",
      "New_York"),
    Row(
      "workplace.configured shop --actor u1 marketApproval=Manager", #""marketApproval":"manager""#),
    Row("user.registered u9 --actor u1 roles='Employee, STUDENT'", #"["employee","student"]"#),
    Row("study.stopped X --actor u2 reason=LEFT", rejected: "unknownSession", #""reason":"left""#),
    Row(
      "deal.posted D8 --actor 'de molen' name=Bread companyName=Molen category=food latitude=52 longitude=4 validUntil=24:00",
      #""validUntil":"2026-11-24T23:00:00.000Z""#),
    Row(
      "deal.posted D9 --actor 'de molen' name=Bread companyName=Molen category=FOOD latitude=52 longitude=4 validUntil='today 22:00' currency=eur priceCents=100",
      #""category":"food""#, #""validUntil":"2026-11-24T21:00:00.000Z""#, #""currency":"EUR""#),
    Row("shift.scheduled - --actor u1 owner=u2 date=friday start=9 end=17", #""subject":"S5""#),
    Row("shift.claimed - --actor zoe vacancy=V1", #""subject":"S5""#),
    Row("request.posted - --actor zoe date=friday", #""subject":"R2""#),
    Row("vacancy.posted - --actor u1 date=friday start=9 end=17 places=2", #""subject":"V2""#),
    Row("absence.recorded - --actor zoe date=friday", #""subject":"A2""#),
    Row("trade.offered - --actor u5 give=S3 take=S4", #""subject":"T1""#),
    Row("trade.recorded - --actor u1 give=S3 take=S4", #""subject":"T1""#),
    Row("schedule.published - --actor u1 from=today to=+6d", #""subject":"P1""#),
    Row("period.closed - --actor u1 from=2026-11-01 to=yesterday", #""subject":"C1""#),
    Row("fixedshift.registered - --actor zoe weekday=fri start=9 end=17", #""subject":"F1""#),
    Row("study.started - --actor 'Eva de Wit'", #""subject":"ST1""#),
    Row("user.registered - --actor u1 roles=employee", #""subject":"u9""#),
    Row("shift.supplied - --actor u5", refused: "a dash makes the id of something new"),
    Row(
      "user.registered u9 --actor u1 roles=employee name=Mia Jansen", refused: "no KEY=VALUE",
      #"name="Mia Jansen""#),
    Row("user.erased Eva de Wit --actor u1", refused: "no KEY=VALUE", #""Eva de Wit""#),
    Row("shift.supplied S3 --actor Bas Bos", refused: "no KEY=VALUE", #"--actor "Bas Bos""#),
    Row("shift.schedule N1 --actor u1", refused: "did you mean shift.scheduled?"),
    Row(
      "shift.supplied S3 --actor u5 --time 'yesterday 18:00'", #""time":"2026-11-23T17:00:00.000Z""#
    ),
    Row("shift.supplied S3 --actor u5 --time friday", refused: "has no time of day"),
    Row("shift.assigned S3 --actor u1 to=null", #""to":"u8""#),
    Row(
      "workplace.configured shop --actor u1 nightStart=22 nightEnd=24:00", #""nightEnd":"00:00""#),
    // JSON stands as it is.
    Row("shift.assigned S3 --actor u1 to:='\"u3\"'", #""to":"u3""#),
  ]

  @Test(arguments: days + clocks + people + ranges + weekly + others)
  func `words are read as people mean them, or refused with the readings that there are`(row: Row)
    throws
  {
    let words = try ShellWord.split(row.words).map(\.text)
    let arguments = try parseArguments(
      words + ["-f", folder.log, "--now", Self.now], options: AppendCommand.spec.allOptions)
    let writing = try LogWriting(try Invocation(arguments, of: AppendCommand.spec), folder.log)
    let event: WordedEvent
    do {
      event = try WordReader.read(try WordedLine(arguments), against: WordedLog(writing))
    } catch let error as WordError {
      guard case .refused(let parts, let code) = row.answer else {
        Issue.record("refused: \(error.cause)")
        return
      }
      let told = try #require(Told(error.cause))
      #expect(told.code == code)
      for part in parts { #expect(told.text.contains(part), "\(told.text)") }
      return
    }
    let line = String(decoding: event.submission.line, as: UTF8.self)
    var log = try writing.copy()
    let receipt = try log.append([event.submission.decoded])[0]
    switch (row.answer, receipt) {
    case (.recorded(let parts), .appended):
      for part in parts { #expect(line.contains(part), "\(line)") }
    case (.rejected(let code, let parts), .rejected(let rejection)):
      #expect(rejection.code.rawValue == code)
      for part in parts { #expect(line.contains(part), "\(line)") }
    default: Issue.record("\(line): \(receipt)")
    }
  }

  /// What a person is told of an error.
  private struct Told {
    let text: String
    let code: ExitCode

    init?(_ error: any Error) {
      if let error = error as? UsageError {
        (text, code) = ("\(error.message); \(error.help ?? "")", error.exitCode)
      } else if let error = error as? CommandError {
        (text, code) = ("\(error.message); \(error.help ?? "")", error.code)
      } else {
        return nil
      }
    }
  }

  @Test func `the table has a hundred inputs and more`() {
    let all = Self.days + Self.clocks + Self.people + Self.ranges + Self.weekly + Self.others
    #expect(all.count >= 100 && Set(all.map(\.words)).count == all.count)
  }

  @Test(
    arguments: [
      ("labels=bar", []), ("labels=barr", ["bar"]), ("labels='bar, ktchen'", ["kitchen"]),
      ("place=center", ["centre"]), ("needs=first_aid", ["first-aid"]), ("labels=cellar", [nil]),
    ] as [(String, [String?])])
  func `a name that nobody has used is told with the nearest one`(words: String, meant: [String?])
    throws
  {
    let line = "shift.scheduled N1 --actor u1 owner=u2 date=friday start=9 end=17 \(words)"
    let arguments = try parseArguments(
      try ShellWord.split(line).map(\.text) + ["-f", folder.log, "--now", Self.now],
      options: AppendCommand.spec.allOptions)
    let writing = try LogWriting(try Invocation(arguments, of: AppendCommand.spec), folder.log)
    let event = try WordReader.read(try WordedLine(arguments), against: WordedLog(writing))
    #expect(event.remarks.map(\.meant) == meant)
  }
}
