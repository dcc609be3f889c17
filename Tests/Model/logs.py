"""Random logs of a store that the tool records: people who come, go and are erased, long and night shifts, shifts with
labels, places and titles, vacancies, absences, trades, hours, publications, late changes and closed periods.

Most submissions are such as fit; the tool refuses the others, and they are left out.
"""

import json
import random
import subprocess
from datetime import datetime, timedelta, timezone

ZONES = ["Europe/Amsterdam", "UTC", "Australia/Lord_Howe", "America/New_York"]
SPANS = [
    ("09:00", "17:00"), ("07:30", "12:15"), ("15:00", "20:00"), ("22:00", "06:00"), ("00:00", "00:00"),
    ("02:15", "03:45"), ("01:30", "02:30"), ("18:00", "00:00"),
]
LABELS = ["bar", "kitchen", "-", "Café, left", "late"]
RULES = ["shiftStarted", "absent", "dayTaken", "overlapping", "restTooShort", "noticeTooShort", "shiftTooLong"]


def stamp(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


class Store:
    """Submissions that follow from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.zone = self.random.choice(ZONES)
        self.now = datetime(2026, self.random.choice([1, 2, 3, 9]), self.random.randint(8, 24), 7, tzinfo=timezone.utc)
        self.people = [f"p{number}" for number in range(self.random.randint(2, 7))]
        self.numbers = {}
        self.shifts = {}  # The day of each, and who may hold it.
        self.others = {kind: [] for kind in "ARTVWFDS"}
        self.moved = {"supplied": [], "taken": []}
        self.submissions = []

    def add(self, kind, actor, subject, **data):
        self.submissions.append({
            "type": kind, "subject": subject, "actor": actor, "time": stamp(self.now),
            "id": f"s{len(self.submissions)}", "source": "/store", "data": data})

    def new(self, letter):
        self.numbers[letter] = self.numbers.get(letter, 0) + 1
        return f"{letter}{self.numbers[letter]}"

    def day(self, first, last):
        return (self.now.date() + timedelta(days=self.random.randint(first, last))).isoformat()

    def person(self):
        return self.random.choice(self.people)

    def times(self):
        start, end = self.random.choice(SPANS)
        times = {"start": start, "end": end}
        if self.random.random() < 0.12:
            times["days"] = self.random.choice([1, 2, 3, 8])
        return times

    def keys(self):
        pick, keys = self.random, {}
        if pick.random() < 0.3:
            keys["labels"] = pick.sample(LABELS, pick.randint(1, 3))
        if pick.random() < 0.2:
            keys["place"] = pick.choice(["till", "-", "Bar 2"])
        if pick.random() < 0.2:
            keys["title"] = pick.choice(["Head | Cook", "kitchen", "<b>Bar</b>"])
        return keys

    def exception(self, share=0.3):
        pick = self.random
        return {"override": pick.sample(RULES, pick.randint(1, 4))} if pick.random() < share else {}

    def begin(self):
        policies = {"timeZone": self.zone, "horizonWeeks": self.random.randint(1, 3), "maxShiftsPerDay": 3}
        for name, values in (
            ("marketApproval", ["none", "owner", "manager"]), ("maxShiftsAtOnce", [1, 2]),
            ("minNoticeMinutes", [0, 0, 600]), ("minRestMinutes", [0, 0, 60]),
        ):
            policies[name] = self.random.choice(values)
        self.add("workplace.configured", "mia", "shop", **policies)
        self.add("user.registered", "mia", "mia", roles=["manager"], name="Mia de Wit")
        for person in self.people:
            self.register(person)
        for person, roles in (("cafe", ["company"]), ("kim", ["consumer"]), ("stu", ["student", "consumer"])):
            self.add("user.registered", "mia", person, roles=roles)
        if self.random.random() < 0.5:
            self.add("role.granted", "mia", self.people[0], role="manager")

    def register(self, person):
        names = {"name": f"{self.random.choice(['Eva', 'Zoë', 'Bas | x', '7:30'])} {person}"}
        self.add("user.registered", "mia", person, roles=["employee"], **(names if self.random.random() < 0.8 else {}))

    def step(self):
        pick = self.random
        self.now += timedelta(minutes=pick.choice([0, 7, 45, 120, 240, 600]))
        kind = pick.choices(
            ["shift", "old", "move", "hours", "staff", "absence", "vacancy", "fixed", "request", "trade", "publish",
             "period", "change", "deal", "study"],
            [14, 5, 14, 12, 4, 5, 5, 1, 3, 4, 3, 2, 8, 3, 2])[0]
        getattr(self, kind)()

    def shift(self, first=-1, last=12, share=0.1):
        subject, owner, day = self.new("L"), self.person(), self.day(first, last)
        self.shifts[subject] = (day, owner)
        self.add("shift.scheduled", "mia", subject, owner=owner, date=day, **self.times(), **self.keys(),
                 **self.exception(share))

    def old(self):
        self.shift(-25, -1, 1)

    def some(self, ahead=None):
        today = self.now.date().isoformat()
        fitting = [key for key, (day, _) in self.shifts.items() if ahead is None or (day >= today) == ahead]
        return self.random.choice(fitting[-20:] or list(self.shifts) or ["none"])

    def owner(self, subject):
        return self.shifts.get(subject, ("", self.person()))[1]

    def move(self):
        pick = self.random
        stage, kinds = pick.choice([
            ("idle", ["shift.supplied"]), ("supplied", ["shift.accepted", "shift.accepted", "shift.revoked"]),
            ("taken", ["shift.approved", "shift.approved", "shift.disapproved", "acceptance.withdrawn"])])
        subject = self.some(ahead=True) if stage == "idle" or not self.moved[stage] else pick.choice(self.moved[stage][-3:])
        owner, other, kind = self.owner(subject), self.person(), pick.choice(kinds)
        following = {"shift.supplied": "supplied", "shift.accepted": "taken"}.get(kind)
        if following:
            self.moved[following].append(subject)
        self.add(kind, {"shift.accepted": other, "shift.approved": "mia"}.get(kind, owner), subject)

    def hours(self):
        subject = self.some(ahead=False)
        if self.random.random() < 0.2:
            return self.add("hours.confirmed", "mia", subject)
        worked = {"minutes": self.random.choice([0, 45, 400, 481])}
        self.add("hours.recorded", self.random.choice(["mia", self.owner(subject)]), subject, **worked)

    def staff(self):
        pick, person = self.random, self.person()
        kind = pick.choice(["come", "go", "go", "back", "back", "erased", "skill"])
        if kind == "come" and len(self.people) < 9:
            self.people.append(f"p{len(self.people)}")
            self.register(self.people[-1])
        elif kind == "go":
            self.add("role.revoked", "mia", person, role="employee")
        elif kind == "back":
            self.add("role.granted", "mia", person, role="employee")
        elif kind == "erased" and pick.random() < 0.6:
            self.add("user.erased", "mia", person)
        else:
            self.register(person)

    def absence(self):
        pick = self.random
        if self.others["A"] and pick.random() < 0.3:
            return self.add("absence.ended", "mia", pick.choice(self.others["A"][-5:]))
        self.others["A"].append(self.new("A"))
        times = pick.choice([{}, {"days": 3}, {"start": "10:00", "end": "14:00"}, self.times()])
        self.add("absence.recorded", "mia", self.others["A"][-1], user=self.person(), date=self.day(-2, 8), **times,
                 **self.exception(0.5))

    def vacancy(self):
        pick = self.random
        if self.others["V"] and pick.random() < 0.6:
            subject, owner = self.new("C"), self.person()
            self.shifts[subject] = (self.day(0, 3), owner)
            return self.add("shift.claimed", owner, subject, vacancy=pick.choice(self.others["V"][-4:]))
        self.others["V"].append(self.new("V"))
        self.add("vacancy.posted", "mia", self.others["V"][-1], date=self.day(0, 10), places=pick.randint(1, 4),
                 **self.times(), **self.keys())

    def fixed(self):
        if self.others["F"] and self.random.random() < 0.4:
            return self.add("fixedshift.removed", "mia", self.random.choice(self.others["F"]))
        self.others["F"].append(self.new("F"))
        weekday = self.random.choice(["monday", "wednesday", "saturday", "sunday"])
        self.add("fixedshift.registered", "mia", self.others["F"][-1], owner=self.person(), weekday=weekday, **self.times(),
                 **self.keys())

    def request(self):
        if self.others["R"] and self.random.random() < 0.4:
            subject = self.some(ahead=True)
            return self.add("shift.suggested", self.owner(subject), subject, request=self.random.choice(self.others["R"][-3:]))
        self.others["R"].append(self.new("R"))
        self.add("request.posted", self.person(), self.others["R"][-1], date=self.day(0, 8))

    def trade(self):
        pick = self.random
        if self.others["T"] and pick.random() < 0.5:
            subject, person = self.others["T"][-1]
            kind, actor = pick.choice([("trade.accepted", person)] * 3 + [("trade.approved", "mia"), ("trade.ended", "mia")])
            return self.add(kind, actor, subject)
        give, take = self.some(ahead=True), self.some(ahead=True)
        self.others["T"].append((self.new("T"), self.owner(take)))
        self.add("trade.offered", self.owner(give), self.others["T"][-1][0], give=give, take=take)

    def publish(self):
        self.add("schedule.published", "mia", self.new("P"), **{"from": self.day(-3, 2), "to": self.day(3, 14)})

    def period(self):
        if self.others["W"] and self.random.random() < 0.3:
            return self.add("period.reopened", "mia", self.random.choice(self.others["W"]))
        self.others["W"].append(self.new("W"))
        self.add("period.closed", "mia", self.others["W"][-1], **{"from": self.day(-20, -9), "to": self.day(-8, -1)})

    def change(self):
        pick = self.random
        subject = self.some(ahead=pick.random() < 0.9)
        kind = pick.choice(["assigned", "assigned", "edited", "edited", "edited", "cancelled", "restored", "answered"])
        if kind == "answered":
            return self.add("change.answered", self.owner(subject), subject, agreed=pick.random() < 0.6)
        data = self.exception()
        if kind == "assigned":
            data["to"] = self.person()
            self.shifts[subject] = (self.shifts.get(subject, (self.day(0, 0),))[0], data["to"])
        elif kind == "edited":
            data |= pick.choice([self.times(), self.keys() or {"place": "till"}, {"date": self.day(0, 9)}])
        self.add(f"shift.{kind}", "mia", subject, **data)

    def deal(self):
        pick = self.random
        if self.others["D"] and pick.random() < 0.5:
            return self.add("deal.reserved", pick.choice(["kim", "stu"]), self.new("N"), deal=self.others["D"][-1])
        self.others["D"].append(self.new("D"))
        self.add("deal.posted", "cafe", self.others["D"][-1], name="Soup | bread", companyName="Café <Zoë>",
                 category=pick.choice(["food", "party"]), latitude=52 + pick.randint(0, 3) / 100, longitude=4.9,
                 validUntil=stamp(self.now + timedelta(minutes=pick.choice([5, 50, 90]))), capacity=pick.randint(1, 4),
                 priceCents=950, currency="EUR", address="Dam 1")

    def study(self):
        pick = self.random
        if self.others["S"] and pick.random() < 0.6:
            kind, data = pick.choice([("study.stopped", {}), ("study.blockcompleted", {"block": 1})])
            return self.add(kind, "stu", self.others["S"][-1], **data)
        self.others["S"].append(self.new("S"))
        self.add("study.started", "stu", self.others["S"][-1], blockMinutes=pick.choice([5, 30]))


def submitted(seed, count):
    """At least so many submissions of a store, in groups: most of one, some of several that are one batch."""
    store = Store(seed)
    store.begin()
    while len(store.submissions) < count:
        store.step()
    groups, rest = [], store.submissions
    while rest:
        size = store.random.choice([2, 3]) if groups and store.random.random() < 0.04 else 1
        # A batch has one time.
        groups.append([dict(submission, time=rest[0]["time"]) for submission in rest[:size]])
        rest = rest[size:]
    return groups


def record(tool, log, groups):
    """Records what the rules accept; the reply to each submission of each group."""
    lines = [json.dumps(group[0] if len(group) == 1 else {"op": "batch", "events": group}) + "\n" for group in groups]
    words = [tool, "append", "--session", "--sync", "none", "--create", "-f", log]
    done = subprocess.run(words, input="".join(lines), capture_output=True, text=True, check=False)
    replies = [json.loads(line) for line in done.stdout.splitlines()][1:]
    assert len(replies) == len(groups), done.stderr
    replies = [reply["replies"] if len(group) > 1 else [reply] for group, reply in zip(groups, replies)]
    invalid = [reply for group in replies for reply in group if reply["status"] == "invalid"]
    assert not invalid, invalid[0]
    return replies
