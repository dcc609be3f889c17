#!/usr/bin/env python3
"""The numbers that people see against a naive count of the rows of `show`.

    Tests/Model/numbers.py TOOL FOLDER SEED COUNT [SUBMISSIONS]

For COUNT random logs: each number on `report` (HTML and Markdown, of a week, of every month and of selections), on the
grid, on the screen of `replay`, in the metrics and in totals of hours is read from the text that people see, and counted again from
the rows of `show --json` at the same moment. Who was employed when is read from the log's own lines. The headers of CSV
are the same in all logs and months. Ends with 1 at the first log with a number that differs, and prints all that do.
"""

import csv
import html
import json
import random
import re
import subprocess
import sys
from calendar import month_name, monthrange
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import logs

DAY = timedelta(days=1)


def instant(text):
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)


def minutes(text):
    """The minutes of `259:00`, `1,234:00` or `-1:35`; any other number as it is."""
    hours, colon, rest = text.replace(",", "").partition(":")
    return int(hours) * 60 + (-1 if hours[0] == "-" else 1) * int(rest) if colon else int(hours or 0)


def duration(count):
    return f"{'-' if count < 0 else ''}{abs(count) // 60}:{abs(count) % 60:02}"


def clock(time):
    return int(time[:2]) * 60 + int(time[3:])


class Moment:
    """The rows of a log at a moment, and what a reader counts from them."""

    def __init__(self, tool, log, events, at, now):
        self.tool, self.log, self.events = tool, log, [event for event in events if int(event["sequence"]) <= at]
        self.now, self.words = now, ["--at", str(at), "--now", logs.stamp(now), log]
        self.faults, self.documents = [], {}
        self.at_once = [event["data"]["maxShiftsAtOnce"] for event in self.events if event["type"] == "workplace.configured"][-1]
        self.schedule = self.rows("schedule", "--all")
        self.zone = ZoneInfo(self.documents[("schedule", "--all")]["timeZone"])
        self.today = now.astimezone(self.zone).date()
        self.vacancies = self.rows("vacancies", "--all")
        self.absences = self.absent()
        self.employed = self.employments()

    def run(self, *words):
        done = subprocess.run([self.tool, *words, *self.words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words} {self.words}: {done.stderr}"
        return done.stdout

    def rows(self, *words):
        if words not in self.documents:
            self.documents[words] = json.loads(self.run("show", *words, "--json"))
        return self.documents[words]["rows"]

    def asked(self, name, *words):
        """The rows of a projection; `None` where it refuses what is asked."""
        done = subprocess.run(
            [self.tool, "show", name, *words, "--json", *self.words], capture_output=True, text=True, check=False)
        assert done.returncode in (0, 64), f"{name} {words} {self.words}: {done.stderr}"
        return json.loads(done.stdout)["rows"] if done.returncode == 0 else None

    def expect(self, what, seen, counted):
        if seen != counted:
            self.faults.append(f"{what}: shown {seen}, counted {counted}")

    # Time.

    def midnight(self, day):
        return datetime(day.year, day.month, day.day, tzinfo=self.zone).astimezone(timezone.utc)

    @staticmethod
    def presence(row):
        """The days that a row belongs to."""
        first = date.fromisoformat(row["date"])
        days = row.get("days", 0 if row["end"] > row["start"] else 1)
        if days * 1440 + clock(row["end"]) - clock(row["start"]) <= 1440:
            return [first]
        return [first + DAY * number for number in range(days + (row["end"] != "00:00"))]

    def span(self, row, day=None):
        begin, end = instant(row["startAt"]), instant(row["endAt"])
        if day is None or len(self.presence(row)) == 1:
            return begin, max(begin, end)
        return max(begin, self.midnight(day)), min(end, self.midnight(day + DAY))

    def within(self, row, day):
        begin, end = self.span(row, day)
        return int((end - begin).total_seconds() // 60)

    # People.

    def employments(self):
        """The times from which and to which each person was an employee."""
        spans = {}
        for event in self.events:
            person, time, data = event["subject"], instant(event["time"]), event.get("data", {})
            mine = spans.setdefault(person, [])
            is_employed = bool(mine) and mine[-1][1] is None
            if not is_employed and (
                event["type"] == "user.registered" and "employee" in data["roles"]
                or event["type"] == "role.granted" and data["role"] == "employee"
            ):
                mine.append([time, None])
            if is_employed and (
                event["type"] == "role.revoked" and data["role"] == "employee" or event["type"] == "user.erased"
            ):
                mine[-1][1] = time
        return spans

    def employees(self, days):
        """Those of past days as they were, of others as they are."""
        spans = self.employed.items()
        if days[-1] >= self.today:
            return {person for person, mine in spans if mine and mine[-1][1] is None}
        first, last = self.midnight(days[0]), self.midnight(days[-1] + DAY)
        # Who got the role and lost it at one instant was employed at no time.
        return {person for person, mine in spans if any(max(a, first) < min(b or last, last) for a, b in mine)}

    def has_left(self, person, end):
        mine = self.employed.get(person, [])
        if end > self.now:
            return not mine or mine[-1][1] is not None
        return not any(a <= end and (b is None or end <= b) for a, b in mine) and (
            not mine or any(b is not None and b < end for _, b in mine))

    # Absences.

    def absent(self):
        ended = {e["subject"]: instant(e["time"]) for e in self.events if e["type"] == "absence.ended"}
        return [dict(row, ended=ended.get(row["absence"])) for row in self.rows("absences", "--all")]

    def away(self, person, day):
        """The stretches of a person's absences of a day: of past days also of those that were ended later."""
        stretches = []
        for row in self.absences:
            days, (begin, end) = self.presence(row), self.span(row)
            if row["ended"] is not None:
                end = row["ended"].replace(second=0, microsecond=0)
                local = end.astimezone(self.zone)
                if end <= begin or day >= self.today:
                    continue
                length = (local.date() - days[0]).days * 1440 + local.hour * 60 + local.minute - clock(row["start"])
                last = local.date() - DAY * (local.hour == local.minute == 0)
                days = [days[0]] if length <= 1440 else [d for d in days + [days[-1] + DAY] if d <= last]
            if row["user"] == person and day in days:
                stretches.append((begin, end))
        return stretches

    def is_away(self, person, day):
        covered = self.midnight(day)
        for begin, end in sorted(self.away(person, day)):
            if begin <= covered:
                covered = max(covered, end)
        return covered >= self.midnight(day + DAY)

    def is_missed(self, row, day):
        """True if nobody comes to a shift on a day."""
        begin, end = self.span(row, day)
        for absence in self.absences:
            first, last = self.span(absence)
            if absence["ended"] is not None:
                last = absence["ended"].replace(second=0, microsecond=0)
                if end > self.now:
                    continue
            if absence["user"] == row["owner"] and max(first, begin) < min(last, end):
                return True
        return self.has_left(row["owner"], end)

    # Days.

    def shifts(self, day, rows=None):
        return [row for row in (self.schedule if rows is None else rows) if day in self.presence(row)]

    def planned(self, days, rows=None):
        days = {day.isoformat() for day in days}
        return sum(row["minutes"] for row in (self.schedule if rows is None else rows) if row["date"] in days)

    def heads(self, day, rows=None):
        comers = {row["owner"] for row in self.shifts(day, rows) if not self.has_left(row["owner"], self.span(row, day)[1])}
        return sum(not self.is_away(person, day) for person in comers)

    def uncovered(self, days, rows=None):
        return {row["shift"] for day in days for row in self.shifts(day, rows) if self.is_missed(row, day)}

    def open(self, days, rows=None):
        chosen = [row for row in (self.vacancies if rows is None else rows) if row["left"] and set(days) & set(self.presence(row))]
        return sum(row["left"] for row in chosen)

    def people(self, days, rows=None):
        owners = {row["owner"] for day in days for row in self.shifts(day, rows)}
        return owners if rows is not None else owners | self.employees(days)


class Choice:
    """What a page is chosen by: the words, those of its days, and the rows that `show` has for them."""

    def __init__(self, moment, words=(), days=()):
        self.moment, self.days, self.words = moment, days, [*words, *days]
        self.shifts = moment.asked("schedule", "--all", *self.words) if self.words else None
        self.vacancies = (moment.asked("vacancies", "--all", *self.words) or []) if self.words else None
        self.person = words[words.index("--user") + 1] if "--user" in words else None
        self.is_named = "--place" in words or "--label" in words
        said = {"--user": "", "--place": "place ", "--label": "label "}
        self.title = [said[word] + words[place + 1] for place, word in enumerate(words) if word in said]
        self.title += ["published shifts only"] if "--published" in words else []

    def rows(self, name, *words):
        """The rows of a projection; none where it cannot be chosen so."""
        if not self.words:
            return self.moment.rows(name, *words)
        return self.moment.asked(name, *words, *self.words) or []

    def own(self, days):
        """The days that are chosen, of some; the others are empty."""
        return [day for day in days if not self.days or self.days[1] <= day.isoformat() <= self.days[3]]

    def people(self, days):
        days = self.own(days)
        if self.shifts is None:
            return self.moment.people(days)
        others = set() if self.is_named else {self.person} if self.person else self.moment.employees(days)
        return self.moment.people(days, self.shifts) | others

    def planned(self, days):
        rows = self.moment.schedule if self.shifts is None else self.shifts
        return self.moment.planned(days, [row for row in rows if self.person in (None, row["owner"])])


# What people see.


def week_of(day):
    return [day - DAY * day.weekday() + DAY * number for number in range(7)]


def name_of(days):
    year, number, _ = days[0].isocalendar()
    return f"{year}-W{number:02}"


def plain(text):
    return html.unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", "", text, flags=re.S)).strip()


def html_tables(text):
    """The cells of tables, without those that draw bars."""
    text = re.sub(r"<td class=\"chart\">.*?</td>|<th scope=\"col\"><span.*?</th>", "", text, flags=re.S)
    for table in re.findall(r"<table.*?</table>", text, flags=re.S):
        yield [[plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, flags=re.S)]
               for row in re.findall(r"<tr.*?</tr>", table, flags=re.S)]


def markdown_table(text):
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    rows = [[html.unescape(cell.strip()) for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return rows[:1] + rows[2:]


def facts(moment, what, seen, days, choice):
    """The numbers at the top of a page."""
    weeks = {name_of(week_of(day)): week_of(day) for day in days}.values()
    people = {person for week in weeks for person in choice.people([day for day in week if day in days])}
    counted = {
        "people": len(people), "hours planned": duration(choice.planned(days)),
        "open places": moment.open(days, choice.vacancies),
        "uncovered shifts": len(moment.uncovered(days, choice.shifts)), "things to look at": len(choice.rows("attention")),
    }
    one = {"person": "people", "open place": "open places", "uncovered shift": "uncovered shifts",
           "thing to look at": "things to look at"}
    seen = {one.get(noun.strip(), noun.strip()): amount for amount, noun in seen}
    for noun, amount in counted.items():
        moment.expect(f"{what}, {noun}", seen.get(noun, "0:00" if "hours" in noun else "0"), str(amount))


def week_page(moment, what, text, days, choice):
    """A week of the page in HTML."""
    table = re.search(r"<table class=\"week\".*?</table>", text, flags=re.S)
    shifts, vacancies = choice.shifts, choice.vacancies
    own = choice.own(days)
    span = f"{own[0]:%a} {own[0].day} {own[0]:%b} to {own[-1]:%a} {own[-1].day} {own[-1]:%b} {own[-1].year}"
    moment.expect(f"{what}, words", plain(re.search("<small>(.*?)</small>", text)[1]).split(", "), [span, *choice.title])
    if table is None:
        is_empty = not choice.people(days) and not moment.open(days, vacancies)
        return moment.expect(what, "nothing", "nothing" if is_empty else "a week")
    bodies = dict(re.findall(r"<tbody class=\"(\w+)\">(.*?)</tbody>", table[0], flags=re.S))
    cells = {kind: [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, flags=re.S) for row in re.findall(r"<tr.*?</tr>", body, flags=re.S)]
             for kind, body in bodies.items()}
    within = {day: {} for day in days}
    for day in own:
        for row in moment.shifts(day, shifts):
            within[day][row["owner"]] = within[day].get(row["owner"], 0) + moment.within(row, day)
    people = {plain(row[0]): row for row in cells["people"] if not plain(row[0]).endswith(" more")}
    moment.expect(f"{what}, people", sorted(people), sorted(choice.people(days)))
    for person, row in people.items():
        count = sum(person in within[day] for day in days)
        whole = f"{duration(sum(within[day].get(person, 0) for day in days))} {count} day{'' if count == 1 else 's'}"
        moment.expect(f"{what}, sum of {person}", plain(row[8]), whole)
        for day, cell in zip(days, row[1:8]):
            shown = (cell.count('<div class="shift'), cell.count('<div class="away'))
            mine = [row for row in moment.shifts(day, shifts) if row["owner"] == person and day in own]
            away = moment.away(person, day) if day in own else []
            moment.expect(f"{what}, {person} on {day}", shown, (len(mine), len(away)))
            gaps = sum(moment.is_missed(row, day) for row in mine)
            moment.expect(f"{what}, gaps of {person} on {day}", cell.count("<i>uncovered</i>"), gaps)
    sums = {plain(row[0]): [plain(cell) for cell in row[1:]] for row in cells["sums"]}
    moment.expect(f"{what}, people of days", sums["People"][:7], [str(moment.heads(day, shifts) if day in own else 0) for day in days])
    each = [sum(within[day].values()) for day in days]
    moment.expect(f"{what}, hours", sums["Hours"], [duration(count) for count in each + [sum(each)]])
    gaps = [len(moment.uncovered([day], shifts)) + moment.open([day], vacancies) if day in own else 0 for day in days]
    moment.expect(f"{what}, gaps", [int(text or 0) for text in sums.get("Gaps", [""] * 8)[:7]], gaps)
    for place, day in enumerate(days, 1):
        told = [re.findall(r"<i>(?:(\d+) )?open</i>", row[place]) for row in cells.get("wanted", [])]
        left = sum(int(number or 1) for row in told for number in row)
        moment.expect(f"{what}, open on {day}", left, moment.open([day], vacancies) if day in own else 0)


def week_text(moment, what, table, days, choice):
    """A week of the page in Markdown: the same rows."""
    shifts, own = choice.shifts, choice.own(days)
    is_empty = not choice.people(days) and not moment.open(days, choice.vacancies)
    if is_empty or not table:
        return moment.expect(what, len(table), 0 if is_empty else "a week")
    rows = {name: cells for name, *cells in table[1:]}
    within = {day: {} for day in days}
    for day in own:
        for row in moment.shifts(day, shifts):
            within[day][row["owner"]] = within[day].get(row["owner"], 0) + moment.within(row, day)
    sums = {name: rows.pop(name, [""] * 8) for name in ("Open shifts", "Closed", "People", "Hours", "Gaps")}
    moment.expect(f"{what}, people", sorted(rows), sorted(choice.people(days)))
    moment.expect(f"{what}, people of days", sums["People"][:7], [str(moment.heads(day, shifts) if day in own else 0) for day in days])
    each = [sum(within[day].values()) for day in days]
    moment.expect(f"{what}, hours", sums["Hours"], [duration(count) for count in each + [sum(each)]])
    gaps = [len(moment.uncovered([day], shifts)) + moment.open([day], choice.vacancies) if day in own else 0 for day in days]
    moment.expect(f"{what}, gaps", [int(text or 0) for text in sums["Gaps"][:7]], gaps)
    left = [sum(int(number or 1) for number in re.findall(r"(?:^|; )\S+ (?:(\d+) )?open\b", cell)) for cell in sums["Open shifts"][:7]]
    moment.expect(f"{what}, open", left, [moment.open([day], choice.vacancies) if day in own else 0 for day in days])
    for person, (*cells, whole) in rows.items():
        count = sum(person in within[day] for day in days)
        hours = duration(sum(within[day].get(person, 0) for day in days))
        moment.expect(f"{what}, sum of {person}", whole, f"{hours}, {count} day{'' if count == 1 else 's'}")
        for day, cell in zip(days, cells):
            entries = cell.split("; ") if cell else []
            away = sum(entry.endswith("away") for entry in entries)
            mine = [row for row in moment.shifts(day, shifts) if row["owner"] == person and day in own]
            missing = moment.away(person, day) if day in own else []
            moment.expect(f"{what}, {person} on {day}", (len(entries) - away, away), (len(mine), len(missing)))
            moment.expect(f"{what}, gaps of {person} on {day}", cell.count("uncovered"), sum(moment.is_missed(row, day) for row in mine))


# The numbers of the parts of a page, by their titles there.
TITLES = {
    "Shifts": "shifts", "Worked": "minutes", "Planned": "scheduledMinutes", "Missing": "missing", "Confirmed": "confirmed",
    "Points": "points", "Places": "places", "Wanted": "wanted", "Taken": "taken", "Left": "left", "Notice": "notice",
    "Unconfirmed": "unconfirmed", "Rank": "rank", "Minutes": "minutes", "Price in cents": "priceCents",
}
PARTS = {
    "Needs attention": "attention", "Marketplace": "marketplace", "Vacancies": "vacancies", "Swap points": "points",
    "Requests": "requests", "Approvals": "approvals", "Trades": "trades", "Absences": "absences",
    "Publications": "publications", "Periods": "periods", "Deals": "deals", "Reservations": "reservations",
    "Study": "study",
}


def parts(moment, what, tables, first, choice, period):
    """The tables of a page below its weeks, by title; hours and changes are those of a month, or of the chosen days."""
    days = [first + DAY * number for number in range(monthrange(first.year, first.month)[1])]
    hours = f"Hours of {period or f'{month_name[first.month]} {first.year}'}"
    meant = {title: choice.rows(name) for title, name in PARTS.items()}
    meant[hours] = choice.rows("hours", *(["--by", "person"] if period else ["--month", f"{first:%Y-%m}", "--by", "month"]))
    meant["Changes after publication"] = choice.rows(
        "changes", *([] if period else ["--from", f"{days[0]}", "--to", f"{days[-1]}"]))
    if hours in tables and not choice.words:
        column = tables[hours][0].index("Planned")
        shown = sum(minutes(row[column]) for row in tables[hours][1:])
        moment.expect(f"{what}, planned in {first:%Y-%m}", shown, moment.planned(days))
    moment.expect(f"{what}, parts", sorted(tables), sorted(title for title, rows in meant.items() if rows))
    for title, (heading, *rows) in tables.items():
        wanted = meant.get(title, [])
        moment.expect(f"{what}, rows of {title}", len(rows), len(wanted))
        for place, column in enumerate(heading):
            if column in TITLES:
                shown = sorted(minutes(row[place]) for row in rows)
                moment.expect(f"{what}, {title}, {column}", shown, sorted(row.get(TITLES[column], 0) for row in wanted))


def report(moment, what, days, *words, choice=None):
    """A page of a week, of a month or of chosen days, in HTML and in Markdown."""
    choice = choice or Choice(moment)
    weeks = {name_of(week_of(day)): week_of(day) for day in days}
    month = (days[0] if "--month" in words else moment.today).replace(day=1)
    ends = dict.fromkeys((days[0], days[-1]))
    period = " to ".join(f"{day:%a} {day.day} {day:%b} {day.year}" for day in ends) if choice.days else None
    page = moment.run("report", "--ids", *words)
    named = [period or (f"{month_name[month.month]} {month.year}" if "--month" in words else None), *choice.title]
    heading = plain(re.search("<h1>(.*?)</h1>", page)[1]).split(", ")[1:]
    moment.expect(f"{what}, heading", heading, [word for word in named if word])
    top = re.search(r"<ul class=\"facts\">(.*?)</ul>", page, flags=re.S)
    facts(moment, what, re.findall(r"<b>(.*?)</b> (.*?)</li>", top[1] if top else ""), days, choice)
    sections = re.findall(r"<section class=\"sheet\".*?</section>", page, flags=re.S)
    moment.expect(f"{what}, weeks", len(sections), len(weeks))
    for (name, week), section in zip(weeks.items(), sections):
        week_page(moment, f"{what}, {name}", section, week, choice)
    told = {}
    for section in re.findall(r"<section id=\"part\d+\".*?</section>", page, flags=re.S):
        title = re.search(r"<h2>(.*?)(?: <small>(\d+) rows?</small>)?</h2>", section)
        rows = list(html_tables(section))
        told[plain(title[1])] = rows[0] + [row for more in rows[1:] for row in more[1:]]
        if title[2]:
            moment.expect(f"{what}, {title[1]}", int(title[2]), len(told[plain(title[1])]) - 1)
        for more in re.findall(r"<summary>(\d+) more</summary>", section):
            moment.expect(f"{what}, {title[1]}, more", int(more), len(rows[1]) - 1)
    parts(moment, what, told, month, choice, period)
    text = moment.run("report", "--ids", "--format", "markdown", *words)
    top, *chapters = text.split("\n## ")
    facts(moment, f"{what} as text", re.findall(r"\*\*(.*?)\*\* ([a-z ]+)", top), days, choice)
    told = {chapter.split("\n")[0]: markdown_table(chapter) for chapter in chapters}
    for name, week in weeks.items():
        week_text(moment, f"{what} as text, {name}", told.pop(f"Schedule {name}"), week, choice)
    parts(moment, f"{what} as text", told, month, choice, period)


def chosen(moment, first, pick):
    """Pages of selections: of each kind alone, and of several together."""
    last = first + DAY * pick.choice([0, 3, 8, 17])
    days = [first + DAY * number for number in range((last - first).days + 1)]
    spans = [[], ["--from", f"{first}", "--to", f"{last}"]]
    people = sorted(person for person, mine in moment.employed.items() if mine)
    kinds = [["--user", pick.choice(people)], ["--place", pick.choice(["till", "Bar 2"])],
             ["--label", pick.choice(["bar", "kitchen"])], ["--published"]]
    sets = [(kind, []) for kind in kinds] + [([], spans[1])]
    sets += [(sum(pick.sample(kinds, pick.randint(1, 2)), []), pick.choice(spans)) for _ in range(2)]
    for words, span in sets:
        order = [word for kind in kinds if kind[0] in words for word in kind]
        choice = Choice(moment, order, span)
        report(moment, f"report {' '.join(choice.words)}", days if span else week_of(moment.today), *choice.words, choice=choice)
    month = [first.replace(day=1) + DAY * number for number in range(monthrange(first.year, first.month)[1])]
    words = ["--month", f"{first:%Y-%m}"]
    report(moment, f"report {words} {kinds[0]}", month, *words, *kinds[0], choice=Choice(moment, kinds[0]))
    # From a day on: the rest of its week; up to a day: from this week on.
    rest = [day for day in week_of(first) if day >= first]
    report(moment, f"report from {first}", rest, "--from", f"{first}",
           choice=Choice(moment, [], ["--from", f"{rest[0]}", "--to", f"{rest[-1]}"]))
    begin = week_of(moment.today)[0]
    ahead = [begin + DAY * number for number in range(pick.randint(1, 12))]
    report(moment, f"report to {ahead[-1]}", ahead, "--to", f"{ahead[-1]}",
           choice=Choice(moment, [], ["--from", f"{begin}", "--to", f"{ahead[-1]}"]))


def grid(moment, what, table, days, rows=None, person=None, people=None, choice=None):
    """The last lines of a grid, and the entries of its cells."""
    own = choice.own(days) if choice else days
    people = (moment.people(days, rows) | ({person} if person else set())) if people is None else people
    if not people:
        return moment.expect(what, len(table), len(table[:1]))
    moment.expect(f"{what}, people", sorted(row[0] for row in table[1:-2]), sorted(people))
    moment.expect(f"{what}, heads", table[-2][1:], [str(moment.heads(day, rows) if day in own else 0) for day in days])
    planned = [moment.planned([day], rows) if day in own else 0 for day in days]
    chosen = ["--user", person] if person else []
    checks = moment.rows("checks", "--week", name_of(days), *chosen)
    broken = {row.get("shift") for row in checks}
    # What drafts break together with a published shift is no mark of it: such checks may be there or not.
    unsure = set()
    if choice and "--published" in choice.words:
        shown = {row["shift"] for row in choice.shifts}
        sure = []
        for row in checks:
            # As many as may overlap do so without drafts, too.
            together = [other for other in checks if (other["kind"], other.get("shift")) == (row["kind"], row.get("shift"))
                        and other.get("other") in shown]
            sure.append({"overlapping": len(together) >= moment.at_once, "restTooShort": row.get("other") in shown}.get(
                row["kind"], row["kind"] not in ("dayTaken", "weekTooLong", "tooManyDays")))
        unsure = {row.get("shift") for row, is_sure in zip(checks, sure) if not is_sure}
        broken = {row.get("shift") for row, is_sure in zip(checks, sure) if is_sure}
    moment.expect(f"{what}, hours", [minutes(cell) for cell in table[-1][1:]], planned)
    for name, *cells in table[1:-2]:
        for day, cell in zip(days, cells):
            mine = [row for row in moment.shifts(day, rows) if row["owner"] == name and day in own]
            away = moment.away(name, day) if day in own else []
            told = re.findall(r"(~?)(?:\d\d:\d\d)?–(?:\d\d:\d\d)?[sga<]?(!?)", cell)
            told = [] if cell == "-" else told
            shown = (sum(not away for away, _ in told), cell.count("away") + sum(bool(away) for away, _ in told))
            moment.expect(f"{what}, {name} on {day}", shown, (len(mine), len(away)))
            sure = [moment.is_missed(row, day) or row["date"] == day.isoformat() and row["shift"] in broken for row in mine]
            may = [row["date"] == day.isoformat() and row["shift"] in unsure for row in mine]
            most = sum(map(max, sure, may))
            count = sum(bool(mark) for _, mark in told)
            moment.expect(f"{what}, marks of {name} on {day}", min(max(count, sum(sure)), most), count)


def grids(moment, days, pick):
    week = name_of(days)
    words = ["show", "schedule", "--grid", "--ids", "--week", week]
    grid(moment, f"grid {week}", markdown_table(moment.run(*words, "--format", "markdown")), days)
    grid(moment, f"grid {week} in CSV", list(csv.reader(moment.run(*words, "--format", "csv").splitlines())), days)
    document = json.loads(moment.run(*words, "--json"))
    shown = (document["schema"], sorted(row["person"] for row in document["rows"]))
    moment.expect(f"grid {week} in JSON", shown, ("shift-events/grid/1", sorted(moment.people(days))))
    owner = pick.choice(sorted(moment.employed))
    for option, value, rows in (
        ("--user", owner, [row for row in moment.schedule if owner in (row["owner"], row.get("taker"))]),
        ("--label", "bar", [row for row in moment.schedule if "bar" in row.get("labels", [])]),
        ("--place", "till", [row for row in moment.schedule if row.get("place") == "till"]),
    ):
        if rows:
            table = markdown_table(moment.run(*words, "--format", "markdown", option, value))
            grid(moment, f"grid {week} {option}", table, days, rows, owner if option == "--user" else None)


def overview(moment):
    """The screen of `replay`."""
    text = moment.run("replay", "--ids")
    people = len(moment.rows("users"))
    title = re.search(r": ([\d,]+) events?, (\S+) to (\S+), (\d+) (?:people|person), ", text)
    days = [instant(moment.events[place]["time"]).astimezone(moment.zone).date().isoformat() for place in (0, -1)]
    moment.expect("replay, title", title and list(title.groups()), [str(len(moment.events)), *days, str(people)])
    for name, count in json.loads(moment.run("replay", "--json"))["rows"].items():
        moment.expect(f"replay in JSON, {name}", count, len(moment.rows(name)))
    block = re.search(r"^Attention .*?(?:\n\n|\Z)", text, flags=re.S | re.M)
    lines = block[0].rstrip().splitlines() if block else []
    more = re.search(r"… (\d+) more", lines[-1]) if lines else None
    shown = len(lines) - bool(more) + (int(more[1]) if more else 0)
    moment.expect("replay, attention", shown, len(moment.rows("attention")))
    for title, name in (
        ("Marketplace", "marketplace"), ("Requests", "requests"), ("Approvals", "approvals"), ("Vacancies", "vacancies"),
        ("Trades", "trades"), ("Deals", "deals"), ("On duty", "schedule"),
    ):
        line = re.search(rf"^{title} +(\d+) ", text, flags=re.M)
        if line:
            rows = moment.rows(name, *(["--running"] if title == "On duty" else []))
            moment.expect(f"replay, {title}", int(line[1]), len(rows))
    for title, name, pattern in (
        ("Points", "points", r"\d+ (\S+) (\d+)"), ("Hours", "hours", r"(\S+) (\d+:\d\d)"),
    ):
        line = re.search(rf"^{title} +(.*)$", text, flags=re.M)
        if line and name == "points":
            counted = {row["user"]: row["points"] for row in moment.rows("points")}
        elif line:
            week, _, rest = line[1].partition(": ")
            counted = {row["worker"]: row["minutes"] for row in moment.rows("hours", "--week", week)}
            line = re.match(r"(.*)", rest)
        for person, number in re.findall(pattern, line[1]) if line else []:
            moment.expect(f"replay, {title} of {person}", minutes(number), counted.get(person))
    week = re.search(r"^Schedule (\d{4})-W(\d\d)  ", text, flags=re.M)
    if not week or "Heads" not in text:
        return
    number = re.search(r"the next are in (\d{4})-W(\d\d)", text) or week
    days = week_of(date.fromisocalendar(int(number[1]), int(number[2]), 1))
    if re.search(r"^  Heads ", text, flags=re.M):
        for word, counted in (("Heads", moment.heads), ("Hours", lambda day: moment.planned([day]))):
            line = re.search(rf"^  {word} +(.*)$", text, flags=re.M)[1].split()
            moment.expect(f"replay, {word}", [minutes(cell) for cell in line], [counted(day) for day in days])
        return
    for day, heads, hours, gaps in re.findall(r"^  \w{3} (\d+) \w{3} +(\d+) +([\d,]+:\d\d)  (.*)$", text, flags=re.M):
        day = next(one for one in days if one.day == int(day))
        moment.expect(f"replay, {day}", (int(heads), minutes(hours)), (moment.heads(day), moment.planned([day])))
        told = [int(found[1]) if (found := re.search(rf"(\d+) {what}", gaps)) else 0 for what in ("shift", "place")]
        moment.expect(f"replay, gaps of {day}", told, [len(moment.uncovered([day])), moment.open([day])])


SUMS = {
    "schedule": ["minutes"], "points": ["points"], "vacancies": ["places", "wanted", "taken", "left"],
    "hours": ["shifts", "minutes", "scheduledMinutes", "missing", "confirmed"], "publications": ["shifts"],
    "periods": ["shifts", "minutes", "unconfirmed"], "study": ["minutes"], "deals": ["reserved", "left"],
}


def metrics(moment):
    seen = {}
    for line in moment.run("export", "prometheus").splitlines():
        found = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line)
        if found:
            labels = dict(re.findall(r'(\w+)="(.*?)"', found[2] or ""))
            seen[(found[1].removeprefix("shift_events_"), *labels.values())] = float(found[3])
    counted = {("events",): len(moment.events),
               ("last_event_timestamp_seconds",): instant(moment.events[-1]["time"]).timestamp()}
    for event in moment.events:
        key = ("events_by_type", event["type"])
        counted[key] = counted.get(key, 0) + 1
    shown = {key[1] for key in seen if key[0] == "rows"}
    for name in shown:
        rows = moment.rows(name)
        for key in (key for key in seen if key[:2] == ("rows", name)):
            counted[key] = sum(len(key) == 2 or row["status"] == key[2] for row in rows)
        for column in SUMS.get(name, []):
            counted[("amount", name, column)] = sum(row.get(column, 0) for row in rows)
        if ("running", name) in seen:
            counted[("running", name)] = len(moment.rows(name, "--running"))
    checks = [row["kind"] for row in moment.rows("checks")]
    counted |= {key: checks.count(key[1]) for key in seen if key[0] == "checks"}
    for key in sorted(set(seen) | set(counted)):
        moment.expect(f"metrics, {key}", seen.get(key), counted.get(key))


def totals(moment):
    """The totals of hours: each shift once, whatever the rows are."""
    hours = {}
    for event in moment.events:
        if event["type"] in ("hours.recorded", "work.ended"):
            hours[event["subject"]] = event["data"]["minutes"]
    worked = [count for count in hours.values() if count]
    missing = [row for row in moment.schedule if instant(row["endAt"]) <= moment.now and row["shift"] not in hours]
    counted = [len(worked), sum(worked), sum(row["minutes"] for row in moment.schedule), len(missing)]
    for by in ("week", "month", "day", "person", "label", "place", "title"):
        lines = list(csv.reader(moment.run("show", "hours", "--by", by, "--total", "--format", "csv").splitlines()))
        if len(lines) > 1:
            total = dict(zip(lines[0], lines[-1]))
            shown = [int(total[key]) for key in ("shifts", "minutes", "scheduledMinutes", "missing")]
            moment.expect(f"total of hours by {by}", shown, counted)


# Options that add columns; others choose rows, and have the header that there is without them.
COLUMNS = {
    "schedule": [[], ["--as-published"]], "marketplace": [[], ["--for", "p1"]], "users": [[], ["--email"]],
    "hours": [[], ["--total"], *(["--by", by] for by in ("week", "month", "day", "person", "label", "place", "title"))],
    "inbox": [["--user", "p0"]], **{name: [[]] for name in (
        "requests", "approvals", "trades", "absences", "vacancies", "changes", "periods", "publications", "attention",
        "points", "study", "deals", "reservations", "availability")},
}
UNDATED = ["points", "study", "users"]


def headers(moment, found, pick):
    """The first line of CSV: one for a projection and its options, whatever the rows are."""
    for name, sets in COLUMNS.items():
        choices = [[]]
        if name == "availability":
            choices = [["--week", "2026-W08"], ["--on", "2026-03-29"]]
        elif name not in UNDATED:
            choices += [["--month", f"2026-{month:02}"] for month in range(1, 7)]
        if name == "schedule":
            choices += [["--user", "p0"], ["--label", "bar"], ["--limit", "1"]]
        for options in sets:
            chosen = pick.choice(choices)
            header = moment.run("show", name, *options, *chosen, "--format", "csv").splitlines()[0]
            moment.expect(f"CSV of {name} {options + chosen}", header, found.setdefault((name, *options), header))


def check(tool, log, events, at, now, pick, found):
    moment = Moment(tool, log, events, at, now)
    report(moment, "report", week_of(moment.today))
    dates = [date.fromisoformat(row["date"]) for row in moment.schedule] + [moment.today]
    for first in sorted({day.replace(day=1) for day in dates}):
        days = [first + DAY * number for number in range(monthrange(first.year, first.month)[1])]
        report(moment, f"report of {first:%Y-%m}", days, "--month", f"{first:%Y-%m}")
    chosen(moment, pick.choice(dates), pick)
    for day in {week_of(day)[0] for day in pick.sample(dates, min(len(dates), 3))}:
        grids(moment, week_of(day), pick)
    overview(moment)
    metrics(moment)
    totals(moment)
    if found is not None:
        headers(moment, found, pick)
    return moment.faults


def main():
    tool, folder, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    size = int(sys.argv[5]) if len(sys.argv) > 5 else 300
    found = {} if count > 1 else None
    for seed in range(seed, seed + count):
        pick, log = random.Random(seed), f"{folder}/numbers-{seed}.jsonl"
        logs.record(tool, log, logs.submitted(seed, size))
        with open(log, encoding="utf-8") as file:
            events = [json.loads(line) for line in file]
        ends = [int(event["sequence"]) for event in events if not event.get("more")]
        # As it is now, and as it was or would be at another moment.
        last = instant(events[-1]["time"])
        for at, now in ((len(events), last), (pick.choice(ends[len(ends) // 2:]), last + timedelta(hours=pick.randint(-200, 200)))):
            now = max(now, instant(events[0]["time"]))
            faults = check(tool, log, events, at, now, pick, found)
            if faults:
                print(f"seed {seed}, at {at}, now {logs.stamp(now)}:", *faults[:20], sep="\n  ")
                sys.exit(1)
    print(f"{count} logs: every number is that of the rows")


if __name__ == "__main__":
    main()
