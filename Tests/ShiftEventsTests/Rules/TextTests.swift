import ShiftEventsTesting
import Testing

@testable import ShiftEvents

extension Rules {
  @Suite("Names and titles") struct Texts {
    private static let longest = String(repeating: "\u{1F3B8}", count: 64)

    @Test(arguments: [
      "x", "Main hall, 2nd floor", "é", ":", "a.b c", longest, "'", "=1", "q\u{301}", "\u{301}",
      "नर्‍स", "👩‍👩‍👧", "\u{E000}", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "葛\u{E0100}", "\u{1820}\u{180B}",
      "می\u{200C}خواهم",
      String(repeating: "ab ", count: 21) + "c",
    ])
    func `a text is a name, whatever it is spelt like`(text: String) {
      let keys: JSON = [
        "place": .text(text), "labels": [.text(text), "x y"], "needs": [.text(text)],
        "title": .text(text),
      ]
      let needing = team(schedule("S1", "bas", with: keys.adding("override", ["skillMissing"])))
      needing.when(assign("S1", to: "eva")).thenRejected(.skillMissing, conflicts: [text])
      let skilled = needing.when(act("mia", "skill.granted", "eva", ["skill": .text(text)])).then(
        event("skill.granted", "eva", ["skill": .text(text)]))
      skilled.given(assign("S1", to: "eva"))
      skilled.given(act("mia", "skill.revoked", "eva", ["skill": .text(text)]))
        .when(assign("S1", to: "eva")).thenRejected(.skillMissing)
    }

    @Test(arguments: [
      "", " ", " a", "a ", "a  b", "a;b", "a\"b", "a\\b", "a\tb", "a\u{85}b", longest + "x",
      "e\u{301}", "\u{212B}", "\u{A0}", "a\u{A0}b", "a\u{3000}b", "\u{200B}", "a\u{200B}b",
      "a\u{AD}b",
      "a\u{2028}b", "a\u{2029}b", "\u{202E}a", "a\u{61C}b", "\u{FEFF}a", "\u{200D}a", "a\u{200C}",
      "a\u{200D}\u{200D}b", "\u{200D}", "Mi\u{200D}a", "Zo\u{200C}ë", "Hạ\u{200D}nh", "Ми\u{200D}а",
      "Νί\u{200C}κος", "q\u{301}\u{200D}a", "Mia\u{34F}", "\u{3164}",
      "M\u{2800}", "Mia\u{FE0F}", "1\u{FE0F}", "1\u{FE0F}a", "a\u{E0101}", "\u{115F}", "a\u{180B}",
      "漢\u{FFA0}",
    ])
    func `another text is no name`(text: String) {
      for key in ["place", "title"] where key == "place" || text.unicodeScalars.count < 65 {
        team().when(schedule("S1", "bas", with: .object([(key, .text(text))])))
          .thenInvalid(.invalidField)
      }
      team().when(act("mia", "skill.granted", "eva", ["skill": .text(text)]))
        .thenInvalid(.invalidField)
    }

    @Test func `people's names and reasons have the same form, but for the blanks of a reason`() {
      let team = team(schedule("S1", "bas"))
      for text in ["e\u{301}", "a\u{A0}b", "a\u{2028}", "\u{202E}a", "a\u{200D}"] {
        team.when(act("bas", "profile.changed", "bas", ["name": .text(text)]))
          .thenInvalid(.invalidField)
        team.when(act("mia", "shift.cancelled", "S1", ["reason": .text(text)]))
          .thenInvalid(.invalidField)
      }
      for text in ["a  b", " a", "a "] {
        team.when(act("bas", "profile.changed", "bas", ["name": .text(text)]))
          .thenInvalid(.invalidField)
      }
      team.given(act("mia", "shift.cancelled", "S1", ["reason": " a  b "]))
      team.given(act("bas", "profile.changed", "bas", ["name": "Zoë 漢字 👩‍👩‍👧"]))
    }

    @Test func `a refusal says that the text is not composed`() {
      let line =
        #"{"type":"skill.granted","actor":"mia","subject":"eva","data":{"skill":"\#("e\u{301}")"}}"#
      guard case .failure(let fault) = SubmissionDecoder.decoded(Array(line.utf8)) else {
        return #expect(Bool(false))
      }
      #expect(fault.code == .invalidField && fault.message.contains("NFC"), "\(fault.message)")
    }

    @Test func `texts of a typed program are composed for it`() {
      #expect(Array(Name("Cafe\u{301}" as String)!.description.utf8) == Array("Café".utf8))
      #expect(Array("q\u{301}\u{1100}\u{1161}\u{212B}".inNFC.utf8) == Array("q\u{301}가Å".utf8))
    }

    @Test func `a name is never taken for an id`() {
      let past = team(schedule("S1", "bas", with: ["place": "Music hall"]))
      past.when(supply("Music hall", "bas")).thenInvalid(.invalidField)
      past.when(act("Music hall", "shift.supplied", "S1")).thenInvalid(.invalidField)
    }

    @Test func `a title has up to 80 characters, and goes with its null`() {
      let longest = String(repeating: "\u{1F3B8}", count: 80)
      let titled = team(schedule("S1", "bas", with: ["title": .text(longest)]))
      team().when(schedule("S1", "bas", with: ["title": .text(longest + "x")]))
        .thenInvalid(.invalidField)
      titled.when(edit("S1", ["title": nil])).then(
        event(
          "shift.edited", "S1",
          [
            "date": "2026-01-12", "start": "15:00", "end": "20:00", "title": nil, "owner": "bas",
          ]))
    }

    @Test func `an occurrence and a claimed shift have the title`() {
      team(configure(["horizonWeeks": 1])).when(
        act(
          "bas", "fixedshift.registered", "F1",
          ["weekday": "friday", "start": "15:00", "end": "20:00", "title": "Till: late"])
      ).then(
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "friday", "start": "15:00", "end": "20:00", "title": "Till: late",
            "owner": "bas", "from": "2026-01-05",
          ]),
        event(
          "shift.scheduled", "F1.2026-01-09",
          [
            "owner": "bas", "date": "2026-01-09", "start": "15:00", "end": "20:00",
            "title": "Till: late", "fixedShift": "F1",
          ]))
    }

    @Test func `a reason has 1 to 200 characters in one line`() {
      let shifts = team(schedule("S1", "bas"))
      for text in [" ", "; \" \\  ", String(repeating: "\u{1F3B8}", count: 200)] {
        shifts.given(assign("S1", to: "eva", ["reason": .text(text)]))
      }
      for text in ["", "a\nb", "a\u{7F}", String(repeating: "a", count: 201)] {
        shifts.when(assign("S1", to: "eva", ["reason": .text(text)])).thenInvalid(.invalidField)
      }
    }

    @Test func `an override names up to twelve rules`() {
      let codes: [JSON] = [
        "shiftStarted", "noPlaceLeft", "skillMissing", "absent", "dayTaken", "overlapping",
        "restTooShort", "weekTooLong", "noticeTooShort", "periodClosed", "shiftTooLong",
        "dateOutOfRange",
      ]
      let shifts = team(schedule("S1", "bas"))
      shifts.given(assign("S1", to: "eva", ["override": .list(codes)]))
      for other in ["tooLate", "hoursRecorded", "absent"] as [JSON] {
        shifts.when(assign("S1", to: "eva", ["override": .list(codes + [other])]))
          .thenInvalid(.invalidField)
      }
    }
  }
}
