#!/usr/bin/env python3
"""A random walk through the roster, judged by the tool and by `rules.py`, reply by reply and row by row.

    Tests/Model/walk.py TOOL FOLDER SEED COUNT

The walk records COUNT submissions of people, shifts, series, closed days, requests, vacancies, absences,
trades and promises with the tool, and extends now and then. It ends with 1 at the first reply, fact, generated event or row that differs, and prints both sides.
"""

import json
import os
import pickle
import random
import subprocess
import sys
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import checks
from rules import KEYS, WEEKDAYS, No, World

tool, folder, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
R = random.Random(seed)
P = [f"p{i}" for i in range(7)]
LAB = ["desk", "late", "Music: Lighting"]
SK = ["aid", "Keys, all"]
codes = [
    "shiftStarted",
    "noPlaceLeft",
    "skillMissing",
    "absent",
    "dayTaken",
    "overlapping",
    "restTooShort",
    "weekTooLong",
    "tooManyDays",
    "noticeTooShort",
    "periodClosed",
    "shiftTooLong",
    "dateOutOfRange",
]
now = datetime(2025, 3, 20, 8, 0, tzinfo=timezone.utc)
w = World()
given = checks.Given()
N = {}


def new(k):
    N[k] = N.get(k, 0) + 1
    return f"{k}{N[k]}"


def pick(c, k):
    c = list(c)
    if c and R.random() < 0.95:
        return R.choice(c[-25:])
    return R.choice([f"{k}999"] + c) if c else f"{k}999"


def day():
    return (w.today(now) + timedelta(days=R.choice([0, 0, 1, 1, 2, 3, 4, 5, 8, -1]))).isoformat()


def soon():
    return (w.today(now) + timedelta(days=R.choice([-1, 0, 0, 1, 1, 2, 3, 5, 8]))).isoformat()


def hm():
    return R.choice(["00:00", "02:30", "07:00", "09:00", "12:00", "14:00", "15:30", "20:00", "22:00", "23:30"])


def clock(time):
    hours, minutes = time.split(":")
    return int(hours) * 60 + int(minutes)


def keys(edit=False):
    d = {}
    if R.random() < 0.2:
        d["days"] = R.choice([0, 1, 1, 2, 3, 7])
    if R.random() < 0.2:
        d["place"] = R.choice(["bar", "Bar 2, left", "Café"])
    if R.random() < 0.2:
        d["labels"] = R.sample(LAB, R.randint(1, 2))
    if R.random() < 0.15:
        d["needs"] = R.sample(SK, R.randint(1, 2))
    if R.random() < 0.1:
        d["title"] = R.choice(["Till", "Bar: Lighting Operator"])
    if R.random() < 0.2:
        d["breakMinutes"] = R.choice([0, 15, 30, 45, 600])
    if edit:
        for k in ("days", "place", "labels", "needs", "title", "breakMinutes"):
            if R.random() < 0.08:
                d[k] = None
    return d


def ovr(p=0.3):
    return {"override": R.sample(codes, R.randint(1, 5))} if R.random() < p else {}


def why():
    return {"reason": R.choice(["ill", 'He said "no"; so \\ '])} if R.random() < 0.2 else {}


def span(first, length):
    begin = w.today(now) + timedelta(days=R.randint(*first))
    return {"from": begin.isoformat(), "to": (begin + timedelta(days=R.randint(*length))).isoformat()}


def weekly_work():
    d = dict(weekday=R.choice(["monday", "tuesday", "saturday", "sunday"]), start=hm(), end=hm())
    if R.random() < 0.4:
        d["from"] = day()
    if R.random() < 0.3:
        d["until"] = (w.today(now) + timedelta(days=R.choice([-1, 3, 7, 10, 20, 40]))).isoformat()
    if R.random() < 0.4:
        d["every"] = R.choice([1, 2, 2, 2, 3])
    return dict(d, **keys())


def edit_of_series():
    d = {}
    if R.random() < 0.35:
        d["start"] = hm()
    if R.random() < 0.35:
        d["end"] = hm() if R.random() < 0.97 else None
    if R.random() < 0.6:
        d["from"] = (w.today(now) + timedelta(days=R.choice([-1, 0, 1, 3, 5, 7, 8, 10, 14]))).isoformat()
    if R.random() < 0.25:
        until = w.today(now) + timedelta(days=R.choice([-1, 0, 4, 7, 10, 20, 40]))
        d["until"] = R.choice([None, until.isoformat(), until.isoformat()])
    return dict(d, **keys(True))


def gen():
    mgr = R.choice(sorted(w.managers()) or P) if R.random() < 0.93 else R.choice(P)
    per = R.choice(P)
    osh = w.open()
    sh = [x.id for x in osh]

    def of(st):
        return [x.id for x in osh if x.state == st] or sh

    def owner(i, p=0.9):
        return w.shifts[i].owner if i in w.shifts and w.shifts[i].get("owner") and R.random() < p else R.choice(P)

    old = (
        ["sched"] * 6
        + ["supply"] * 5
        + ["accept"] * 6
        + [
            "revoke",
            "req",
            "req",
            "req",
            "sugg",
            "sugg",
            "sacc",
            "sacc",
            "swd",
            "rwd",
            "awd",
            "app",
            "app",
            "dis",
            "canc",
            "hours",
            "hours",
            "fixed",
            "fixrm",
            "cfg",
            "role",
            "user",
        ]
    )
    newk = (
        ["assign"] * 4
        + ["edit"] * 5
        + ["split"] * 5
        + ["vpost"] * 2
        + ["vedit"]
        + ["claim"] * 6
        + ["drop"] * 2
        + ["skill"] * 2
        + ["abs"] * 2
        + ["absend"]
        + ["toff"] * 6
        + ["tacc"] * 5
        + ["tapp"] * 2
        + ["tend"]
    )
    promises = (
        ["publish"] * 2
        + ["answer"] * 5
        + ["restore"] * 4
        + ["swap"] * 3
        + ["confirm"] * 3
        + ["clock"] * 9
        + ["pclose", "pclose", "popen", "contract", "contract"]
    )
    weekly = (
        ["fixed"] * 4
        + ["fixedit"] * 9
        + ["fvac"] * 2
        + ["fvedit"] * 4
        + ["fvrm", "close", "close", "cend", "cend"]
        + ["skipped"] * 3
        + ["occurrence"] * 2
        + ["extend"] * 2
    )
    k = R.choice(old + newk + promises + weekly)
    S = lambda t, a, i, **d: dict(type=t, actor=a, subject=i, data=d)
    if k == "sched":
        return S(
            "shift.scheduled",
            mgr,
            new("L") if R.random() < 0.97 else pick([x for x in sh if "." not in x], "L"),
            owner=per,
            date=day(),
            start=hm(),
            end=hm(),
            **keys(),
            **ovr(0.2),
            **why(),
        )
    if k == "supply":
        i = pick(of("idle"), "L")
        return S("shift.supplied", owner(i), i)
    if k == "accept":
        i = pick(of("supplied"), "L")
        return S("shift.accepted", per, i)
    if k == "revoke":
        i = pick(of("supplied"), "L")
        return S("shift.revoked", owner(i), i)
    if k == "req":
        return S("request.posted", per, new("R"), date=day())
    if k == "sugg":
        rs = [r for r in w.requests.values() if w.req_open(r, now)]
        if rs and R.random() < 0.9:
            r = R.choice(rs)
            c = [x.id for x in osh if x.date == r.date and x.state == "idle"]
            i = pick(c or sh, "L")
            return S("shift.suggested", owner(i), i, request=r.id)
        i = pick(of("idle"), "L")
        return S("shift.suggested", owner(i), i, request=pick(w.requests, "R"))
    if k == "sacc":
        i = pick(of("suggested"), "L")
        r = w.shifts[i].request if i in w.shifts else None
        return S("suggestion.accepted", w.requests[r].requester if r and R.random() < 0.9 else per, i)
    if k == "swd":
        i = pick(of("suggested"), "L")
        return S("suggestion.withdrawn", owner(i), i)
    if k == "rwd":
        i = pick(w.requests, "R")
        return S("request.withdrawn", w.requests[i].requester if i in w.requests and R.random() < 0.9 else per, i)
    if k == "awd":
        i = pick(of("awaiting"), "L")
        return S(
            "acceptance.withdrawn",
            (w.shifts[i].get("taker") or per) if i in w.shifts and R.random() < 0.9 else per,
            i,
        )
    if k in ("app", "dis"):
        i = pick(of("awaiting"), "L")
        return S("shift.approved" if k == "app" else "shift.disapproved", R.choice([mgr, mgr, owner(i)]), i)
    if k == "canc":
        return S("shift.cancelled", mgr, pick(sh, "L"), **ovr(), **why())
    if k == "hours":
        c = [x.id for x in osh if w.started(x, now)]
        i = pick(c or sh, "L")
        if R.random() < 0.15:
            return S("hours.recorded", R.choice([mgr, mgr, owner(i)]), i, minutes=60, **ovr(1))
        d = dict(start=hm(), end=hm())
        if R.random() < 0.6:
            d = dict(minutes=R.choice([0, 30, 400, 1500, 1501, 2500]))
        if R.random() < 0.3:
            d["breakMinutes"] = R.choice([0, 15, 30, 45, 600])
        return S("hours.recorded", R.choice([mgr, owner(i)]), i, **d)
    if k == "fixed":
        d = weekly_work()
        if R.random() < 0.5:
            d["owner"] = per
        return S("fixedshift.registered", R.choice([mgr, per]), new("F"), **d)
    if k == "fixrm":
        more = dict(**ovr(0.2), **why())
        return S("fixedshift.removed", R.choice([mgr, per]), pick(w.fixed, "F"), **more)
    if k == "fixedit":
        d = edit_of_series()
        if R.random() < 0.35:
            d["to"] = R.choice(P)
        if not d.keys() - {"from"}:
            d["place"] = "bar"
        live = [s.id for s in w.fixed.values() if s.active][-6:]
        return S("fixedshift.edited", mgr, pick(live or w.fixed, "F"), **d, **ovr(), **why())
    if k == "fvac":
        d = dict(weekly_work(), places=R.choice([0, 1, 1, 2, 3]))
        if R.random() < 0.3:
            d["wanted"] = R.randint(0, 3)
        return S("fixedvacancy.registered", mgr, new("X") if R.random() < 0.97 else pick(w.openings, "X"), **d)
    if k == "fvedit":
        d = edit_of_series()
        if R.random() < 0.4:
            d["places"] = R.choice([0, 1, 2, 4])
        if R.random() < 0.2:
            d["wanted"] = R.choice([1, None])
        if not d.keys() - {"from"}:
            d["places"] = 2
        live = [s.id for s in w.openings.values() if s.active][-4:]
        return S("fixedvacancy.edited", mgr, pick(live or w.openings, "X"), **d)
    if k == "fvrm":
        return S("fixedvacancy.removed", mgr, pick(w.openings, "X"))
    if k == "close":
        d = span((-1, 12), (0, 3)) if R.random() < 0.9 else span((-2, 1), (-2, 2))
        if R.random() < 0.2:
            del d["to"]
        if R.random() < 0.4:
            d["place"] = R.choice(["bar", "Café"])
        if R.random() < 0.3:
            d["title"] = "Easter"
        if R.random() < 0.5:
            d["cancel"] = R.random() < 0.8
        return S("closure.recorded", mgr, new("D") if R.random() < 0.95 else pick(w.closures, "D"), **d, **ovr(), **why())
    if k == "cend":
        return S("closure.ended", mgr, pick([c.id for c in w.closures.values() if not c.ended] or w.closures, "D"))
    if k == "skipped":
        i = pick([x.id for x in w.shifts.values() if x.state == "skipped"][-10:] or sh, "L")
        d = {"owner": R.choice(P)} if R.random() < 0.4 else {}
        return S("shift.restored", mgr, i, **d, **ovr(0.6), **why())
    if k == "occurrence":
        i = pick([x.id for x in osh if x.fixedShift and not w.started(x, now)] or sh, "L")
        return S("shift.supplied", owner(i), i)
    if k == "extend":
        return None
    if k == "cfg":
        d = R.choice(
            [
                dict(marketApproval=R.choice(["none", "owner", "manager"])),
                dict(suggestionApproval=R.choice(["owner", "manager"])),
                dict(minRestMinutes=R.choice([0, 0, 60, 480])),
                dict(maxWeekMinutes=R.choice([0, 0, 1200, 2400])),
                dict(maxShiftsPerDay=R.choice([1, 2, 3])),
                dict(handoverMinutes=R.choice([0, 30])),
                dict(acceptLeadMinutes=R.choice([0, 120])),
                dict(maxShiftsAtOnce=R.choice([1, 2, 3])),
                dict(minNoticeMinutes=R.choice([0, 0, 60, 2880])),
                dict(answerNoticeMinutes=R.choice([0, 2880, 10080, 20160])),
                dict(maxDaysInRow=R.choice([0, 0, 2, 4])),
                dict(limitsBind=R.choice(["takers", "everybody"])),
                dict(drafts=R.choice(["shown", "hidden"])),
                dict(nightStart=R.choice(["22:00", "23:30", "01:15"])),
                dict(nightEnd=R.choice(["06:00", "02:30", "22:00"])),
                dict(clockEarlyMinutes=R.choice([0, 15, 60, 720])),
                dict(minSplitMinutes=R.choice([0, 1, 60, 240])),
                dict(clockRoundMinutes=R.choice([1, 5, 6, 12, 15, 30])),
                dict(timeZone=R.choice(["UTC", "Europe/Amsterdam"])),
            ]
        )
        return S("workplace.configured", mgr, "shop", **d)
    if k == "role":
        u = R.choice(P)
        return S(
            R.choice(["role.granted"] * 6 + ["role.revoked"]),
            mgr,
            u,
            role=R.choice(["employee", "employee", "employee", "manager"]),
        )
    if k == "user":
        if R.random() < 0.1:
            return S("user.erased", mgr, R.choice(P[-2:]))
        u = R.choice(P)
        return S("user.registered", R.choice([u, mgr]), u, roles=["employee"])
    if k == "assign":
        return S("shift.assigned", mgr, pick(sh, "L"), to=per, **ovr(), **why())
    if k == "edit":
        d = {}
        if R.random() < 0.4:
            d["date"] = day()
        if R.random() < 0.4:
            d["start"] = hm()
        if R.random() < 0.4:
            d["end"] = hm()
        d.update(keys(True))
        if not d:
            d["place"] = "bar"
        return S("shift.edited", mgr, pick(sh, "L"), **d, **ovr(), **why())
    if k == "split":
        i = pick([x.id for x in osh if x.state == "idle" and not w.started(x, now)] or sh, "L")
        at = hm()
        if i in w.shifts and w.shifts[i].start and R.random() < 0.7:
            behind = clock(w.shifts[i].start) + R.choice([0, 1, 30, 60, 120, 180, 240, 700])
            at = f"{behind // 60 % 24:02}:{behind % 60:02}"
        a = R.choice([mgr, owner(i), owner(i)])
        into = new("L") if R.random() < 0.95 else pick([x for x in sh if "." not in x], "L")
        return S("shift.split", a, i, at=at, into=into, **(ovr() if "manager" in w.roles(a) else ovr(0.05)))
    if k == "vpost":
        d = dict(date=day(), start=hm(), end=hm(), places=R.choice([0, 1, 1, 2, 3]))
        if R.random() < 0.3:
            d["wanted"] = R.randint(0, 3)
        return S("vacancy.posted", mgr, new("V") if R.random() < 0.95 else pick(w.vacancies, "V"), **d, **keys())
    if k == "vedit":
        d = {}
        if R.random() < 0.3:
            d["date"] = day()
        if R.random() < 0.3:
            d["end"] = hm()
        if R.random() < 0.6:
            d["places"] = R.choice([0, 1, 2, 4, None] if R.random() < 0.1 else [0, 1, 2, 4])
        if R.random() < 0.2:
            d["wanted"] = R.choice([1, None])
        d.update(keys(True))
        if not d:
            d["places"] = 2
        return S("vacancy.edited", mgr, pick(w.vacancies, "V"), **d, **ovr(0.2))
    if k == "claim":
        d = dict(vacancy=pick(w.vacancies, "V"))
        a = per
        if R.random() < 0.4:
            d["owner"] = R.choice(P)
            a = R.choice([mgr, per])
        if R.random() < 0.25:
            d.update(ovr(1), **why())
        return S("shift.claimed", a, new("C"), **d)
    if k == "drop":
        c = [x.id for x in osh if x.vacancy]
        i = pick(c or sh, "C")
        return S("shift.dropped", owner(i), i)
    if k == "skill":
        kind = R.choice(["granted", "granted", "revoked"])
        until = {"until": soon()} if kind == "granted" and R.random() < 0.5 else {}
        return S("skill." + kind, mgr, R.choice(P + ["p99"]), skill=R.choice(SK), **until)
    if k == "abs":
        d = dict(date=day())
        if R.random() < 0.4:
            d["user"] = R.choice(P)
        if R.random() < 0.4:
            d["start"] = hm()
        if R.random() < 0.4:
            d["end"] = hm()
        if R.random() < 0.3:
            d["days"] = R.choice([0, 1, 2, 7])
        d.update(ovr(0.1))
        return S(
            "absence.recorded", R.choice([mgr, per]), new("A") if R.random() < 0.95 else pick(w.absences, "A"), **d
        )
    if k == "absend":
        i = pick(w.absences, "A")
        return S(
            "absence.ended", w.absences[i].user if i in w.absences and R.random() < 0.7 else R.choice([mgr, per]), i
        )
    if k == "toff":
        g = pick(of("idle"), "L")
        t = pick(of("idle"), "L")
        return S(
            "trade.offered", owner(g, 0.95), new("T") if R.random() < 0.97 else pick(w.trades, "T"), give=g, take=t
        )
    if k == "publish":
        i = new("P") if R.random() < 0.97 else pick(w.publications, "P")
        return S("schedule.published", mgr, i, **span((-2, 4), (-1, 8)))
    if k == "answer":
        i = pick(w.awaited or sh, "L")
        who = w.awaited[i].owner if i in w.awaited and R.random() < 0.85 else per
        return S("change.answered", who, i, agreed=R.random() < 0.7)
    if k == "restore":
        i = pick([x.id for x in w.shifts.values() if x.state == "cancelled"] or sh, "L")
        d = {"owner": R.choice(P)} if R.random() < 0.4 else {}
        return S("shift.restored", mgr, i, **d, **ovr(), **why())
    if k == "swap":
        i = new("T") if R.random() < 0.97 else pick(w.trades, "T")
        return S("trade.recorded", mgr, i, give=pick(of("idle"), "L"), take=pick(of("idle"), "L"), **ovr(), **why())
    if k == "confirm":
        i = pick([x.id for x in w.shifts.values() if x.hours is not None and not x.confirmed] or sh, "L")
        x = w.shifts.get(i)
        return S("hours.confirmed", R.choice([mgr, (x and x.worker) or per]), i)
    if k == "clock":
        running = [x.id for x in w.open() if x.work and x.work.runs]
        if running and R.random() < 0.7:
            i = R.choice(running)
            kind = R.choice(["paused", "resumed", "ended", "ended"])
            return S("work." + kind, owner(i) if R.random() < 0.9 else per, i)
        early = timedelta(minutes=w.policies["clockEarlyMinutes"] + 30)
        near = [x.id for x in w.open() if w.interval(x)[0] <= now + early and now < w.interval(x)[1]]
        i = pick(near or sh, "L")
        return S("work." + R.choice(["started"] * 9 + ["paused"]), owner(i), i)
    if k == "pclose":
        i = new("W") if R.random() < 0.95 else pick(w.periods, "W")
        return S("period.closed", mgr, i, **span((-6, -1), (-1, 3)))
    if k == "popen":
        return S("period.reopened", mgr, pick(w.periods, "W"), **why())
    if k == "contract":
        d = {"from": soon()} if R.random() < 0.5 else {}
        for key, values in (
            ("maxWeekMinutes", [None, 0, 1200]),
            ("minRestMinutes", [None, 0, 480]),
            ("maxShiftMinutes", [None, 0, 240, 480]),
            ("maxDaysInRow", [None, 0, 2]),
        ):
            if R.random() < 0.5:
                d[key] = R.choice(values)
        return S("contract.set", mgr, R.choice(P), **dict(d if set(d) - {"from"} else dict(d, maxShiftMinutes=300)))
    tr = pick([t.id for t in w.trades.values() if t.state in ("open", "accepted")][-6:] or w.trades, "T")
    o = w.trades.get(tr)
    if k == "tacc":
        return S("trade.accepted", o.to if o and R.random() < 0.9 else per, tr)
    if k == "tapp":
        return S("trade.approved", mgr, tr)
    return S("trade.ended", R.choice([o.fr, o.to, mgr, per]) if o else per, tr)


def run(submission):
    """The answer of the rules: recorded with these data, generated events and warnings, or refused by this code."""
    global w
    before = pickle.dumps(w, pickle.HIGHEST_PROTOCOL)
    places = given.before(w)
    w.generated = []
    if submission["type"] == "extend":
        w.extend(now)
        given.after(w, places, now, submission, {})
        return "extended", None, w.generated, []
    try:
        facts = w.judge(submission, now)
    except No as no:
        w = pickle.loads(before)
        return "rejected", no.code, no.conflicts, []
    given.after(w, places, now, submission, facts)
    data = {k: v for k, v in facts.items() if v is not None or k in submission["data"]}
    return "appended", data, w.generated, checks.warnings(w, warned(submission), now, given)


def warned(submission):
    """The shifts of an act that receipts have warnings of."""
    type, subject, data = submission["type"], submission["subject"], submission["data"]
    if type == "trade.recorded":
        return [data["give"], data["take"]]
    acts = ("shift.scheduled", "shift.assigned", "shift.edited", "shift.restored")
    is_claimed = type == "shift.claimed" and data.get("owner", submission["actor"]) != submission["actor"]
    return [subject] if type in acts or is_claimed else []


def stamp(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def differ(what, ours, theirs):
    print(
        f"seed {seed}: {what}\n  the tool   {json.dumps(ours, sort_keys=True)}\n  the rules  {json.dumps(theirs, sort_keys=True)}"
    )
    sys.exit(1)


def act(type, actor, subject, **data):
    return dict(type=type, actor=actor, subject=subject, data=data)


beginning = [act("user.registered", "p0", "p0", roles=["employee", "manager"])]
beginning += [act("user.registered", p, p, roles=["employee"]) for p in P[1:6]]
beginning += [
    act("role.granted", "p0", "p5", role="manager"),
    act("workplace.configured", "p0", "shop", timeZone="Europe/Amsterdam", horizonWeeks=2),
]
submissions, expected = [], []
for n in range(count):
    if n > len(beginning):
        now += timedelta(minutes=R.choice([0, 0, 1, 1, 5, 20, 60]))
    submission = beginning[n] if n < len(beginning) else gen()
    if submission is None:
        submission = dict(type="extend", data={}, time=stamp(now))
    else:
        submission = dict(submission, time=stamp(now), id=f"s{n}", source="/model")
    submissions.append(submission)
    expected.append(run(submission))

log = f"{folder}/walk-{seed}.jsonl"
append = [tool, "append", "-", "--each", "--sync", "none", "--create", "-q", "-f", log]
answers = []


def send(part):
    given = "".join(json.dumps(submission) + "\n" for submission in part)
    replies = subprocess.run(append, input=given, capture_output=True, text=True)
    answers.extend(json.loads(line) for line in replies.stdout.splitlines())
    if len(replies.stdout.splitlines()) != len(part):
        sys.exit(f"seed {seed}: not {len(part)} replies: {replies.stderr}")


part = []
for submission in submissions:
    if submission["type"] != "extend":
        part.append(submission)
        continue
    send(part)
    part = []
    extend = [tool, "extend", "--json", "--now", submission["time"], log]
    replies = subprocess.run(extend, capture_output=True, text=True)
    if replies.returncode:
        sys.exit(f"seed {seed}: extend: {replies.stderr}")
    answers.append(json.loads(replies.stdout))
send(part)
with open(log) as file:
    events = [json.loads(line) for line in file]

# What a list or a fact says that is empty is left out by one side or the other.
OPTIONAL = {"released", "closedRequests", "closedRequest", "request", "taker", "shifts", "removed", "kept"}
OPTIONAL |= {"edited", "closed", "vacancies"}


def plain(data, submitted=()):
    return {k: v for k, v in data.items() if (v or k not in OPTIONAL) and (v is not None or k in submitted)}


COUNTS = {"scheduled": "shift.scheduled", "posted": "vacancy.posted", "skipped": "shift.skipped"}
head = 0
for submission, (status, answer, more, warnings), reply in zip(submissions, expected, answers):
    what = json.dumps(submission)
    if status == "rejected":
        if reply.get("error") != answer:
            differ(what, reply, answer)
        if more is not None and reply.get("conflicts") not in (None, sorted(more)):
            differ(what, reply["conflicts"], more)
        continue
    if reply["status"] != "appended":
        differ(what, reply, answer)
    told = [(warning["code"], warning.get("conflicts", [])) for warning in reply.get("warnings", [])]
    if told != warnings:
        differ(what, told, warnings)
    if status == "appended":
        head = reply["sequence"]
        if plain(events[head - 1]["data"], submission["data"]) != plain(answer, submission["data"]):
            differ(what, events[head - 1]["data"], answer)
    count_of_caused = reply["count"] - (status == "appended")
    caused = events[head : head + count_of_caused]
    theirs = [[e["type"], e["subject"], plain(e["data"])] for e in caused]
    if theirs != [[type, subject, plain(data)] for type, subject, data in more]:
        differ(what, theirs, more)
    author = submission["actor"] if submission["type"] == "closure.recorded" else "system"
    if any(e["actor"] != author for e in caused):
        differ(what, [e["actor"] for e in caused], author)
    if status == "extended" or submission["type"] in ("fixedshift.registered", "fixedshift.edited"):
        counted = {key: sum(type == name for type, _, _ in more) for key, name in COUNTS.items()}
        if {key: reply.get(key) for key in COUNTS} != counted:
            differ(what, reply, counted)
    head += count_of_caused


def show(projection, every):
    command = [tool, "show", projection, *(["--all"] if every else []), "--json", "--now", stamp(now), log]
    shown = subprocess.run(command, capture_output=True, text=True)
    if shown.returncode:
        sys.exit(f"seed {seed}: show {projection}: {shown.stderr}")
    return json.loads(shown.stdout)["rows"]


def compare(projection, rows, every=True):
    shown = show(projection, every)
    what = projection if every else f"{projection} of today and later"
    rows = [{k: v for k, v in row.items() if v is not None} for row in rows]
    for row in rows:
        if {"date", "start", "end"} <= row.keys():
            row["startAt"], row["endAt"] = map(stamp, w.interval(row))
    for ours, theirs in zip(shown, rows):
        if ours != theirs:
            differ(f"a row of {what}", ours, theirs)
    if len(shown) != len(rows):
        differ(f"the number of rows of {what}", len(shown), len(rows))


def week(day):
    year, number, _ = date.fromisoformat(day).isocalendar()
    return f"{year}-W{number:02}"


def in_time(records):
    return sorted(records, key=lambda record: (record.date, record.start, record.id))


def keys(record):
    """The optional keys of a row; a break of 0 is none."""
    return {key: record.get(key) for key in KEYS[:-1]} | {"breakMinutes": record.breakMinutes or None}


def scheduled(shift):
    return w.minutes(shift)


def is_ahead(record):
    """Whether it belongs to today or a later day, or has not ended."""
    length = w.days(record) * 1440 + clock(record.end) - clock(record.start)
    last = date.fromisoformat(record.date)
    if length > 1440:
        last += timedelta(days=w.days(record) - (record.end == "00:00"))
    return last >= w.today(now) or w.interval(record)[1] > now


def schedule(shift):
    status = shift.state if shift.state == "idle" or not w.started(shift, now) else "lapsed"
    awaits = status == "awaiting"
    return dict(
        shift=shift.id,
        owner=shift.owner,
        date=shift.date,
        start=shift.start,
        end=shift.end,
        week=week(shift.date),
        status=status,
        taker=shift.taker if awaits else None,
        via=shift.via if awaits else None,
        request=shift.request if status in ("suggested", "awaiting") else None,
        fixedShift=shift.fixedShift,
        firstOwner=shift.first,
        minutes=scheduled(shift),
        vacancy=shift.vacancy,
        published=w.published(shift.date),
        answer="awaited" if shift.id in w.awaited else None,
        **keys(shift),
    )


def vacancy(record):
    taken = sum(shift.vacancy == record.id for shift in w.open())
    return dict(
        vacancy=record.id,
        fixedVacancy=record.fixedVacancy,
        date=record.date,
        start=record.start,
        end=record.end,
        week=week(record.date),
        places=record.places,
        wanted=record.wanted,
        taken=taken,
        left=w.left(record),
        **keys(record),
    )


def absence(record):
    begin, end = w.interval(record)
    status = "ended" if record.ended else "ahead" if begin > now else "now" if end > now else "over"
    return dict(
        absence=record.id,
        user=record.user,
        date=record.date,
        start=record.start,
        end=record.end,
        days=record.days,
        status=status,
    )


began = ("trade.offered", "trade.recorded")
offered = {event["subject"]: event["time"] for event in events if event["type"] in began}


def trade(record):
    shifts = [w.shifts[record.give], w.shifts[record.take]]
    is_live = record.state in ("open", "accepted")
    status = "lapsed" if is_live and any(w.started(shift, now) for shift in shifts) else record.state
    return {
        "trade": record.id,
        "give": record.give,
        "take": record.take,
        "from": record.fr,
        "to": record.to,
        "status": status,
        "offeredAt": offered[record.id],
        "approvers": sorted(w.trade_approvers(record)) if status == "accepted" else None,
    }


supplied = {event["subject"]: event["time"] for event in events if event["type"] == "shift.supplied"}


def offer(shift):
    return dict(
        shift=shift.id,
        owner=shift.owner,
        date=shift.date,
        start=shift.start,
        end=shift.end,
        week=week(shift.date),
        suppliedAt=supplied[shift.id],
        **keys(shift),
    )


def change(record):
    answered = record.answeredAt
    return dict(
        record,
        changedAt=stamp(record.changedAt),
        answeredAt=answered and stamp(answered),
        override=record.override or [],
    )


def publication(record):
    return {
        "publication": record.id,
        "from": record["from"],
        "to": record["to"],
        "by": record.by,
        "publishedAt": stamp(record.publishedAt),
        "shifts": record.shifts,
    }


def period(record):
    return {
        "period": record.id,
        "from": record["from"],
        "to": record["to"],
        "status": "closed" if record.closed else "open",
        "by": record.by,
        "closedAt": stamp(record.closedAt),
        "shifts": record.shifts,
        "minutes": record.minutes,
        "unconfirmed": record.unconfirmed,
    }


def closure(record):
    today = w.today(now).isoformat()
    status = "ahead" if record["from"] > today else "now" if record.to >= today else "over"
    return {
        "closure": record.id,
        "from": record["from"],
        "to": record.to,
        "place": record.place,
        "title": record.title,
        "by": record.by,
        "status": "ended" if record.ended else status,
    }


def series(record):
    """A row of the terms of today, or the first to come, and one of each later terms."""
    today = w.today(now).isoformat()
    stretches = []
    for begin in sorted({begin for begin, _ in record.terms}):
        terms = w.terms(record, begin)
        if not stretches or stretches[-1][1] != terms:
            stretches.append((begin, terms))

    def date_from(begin):
        """The next date from a day on whose start is ahead."""
        day = w.first_date(record, max(today, begin))
        if w.started(dict(w.terms(record, day), date=day), now):
            day = w.first_date(record, (w.today(now) + timedelta(days=1)).isoformat())
        return day

    ended = not record.active or record.until is not None and date_from(record["from"]) > record.until
    for n, (begin, terms) in enumerate(stretches):
        behind = stretches[n + 1][0] if n + 1 < len(stretches) else "9999"
        if behind <= today:
            continue
        is_first = n == 0 or begin <= today
        next = date_from(begin)
        if ended or next >= behind or record.until is not None and next > record.until:
            next = None
        if next is None and not is_first:
            continue
        status = "ended" if ended else "ahead" if begin > today else "active"
        if next and record.kind == "shift" and "employee" not in w.roles(terms["owner"]):
            status = "orphaned"
        yield {
            "series": record.id,
            "kind": record.kind,
            "weekday": WEEKDAYS[record.weekday],
            "every": record.every,
            "from": begin,
            "until": record.until,
            "next": next,
            "status": status,
            **terms,
        }


def in_week(row):
    return WEEKDAYS.index(row["weekday"]), row["start"], row["series"], row["from"]


def hours():
    """A row of each person and week with recorded hours."""
    worked = [shift for shift in w.shifts.values() if shift.hours]
    for number, worker in sorted({(week(shift.date), shift.worker) for shift in worked}):
        theirs = [shift for shift in worked if (week(shift.date), shift.worker) == (number, worker)]
        planned = [shift for shift in w.open() if (week(shift.date), shift.owner) == (number, worker)]
        yield dict(
            worker=worker,
            week=number,
            period=number,
            shifts=len(theirs),
            minutes=sum(shift.hours for shift in theirs),
            scheduledMinutes=sum(map(scheduled, planned)),
            missing=sum(shift.hours is None and w.interval(shift)[1] <= now for shift in planned),
            confirmed=sum(bool(shift.confirmed) for shift in theirs),
        )


def count_minutes(begin, end, is_counted):
    """The minutes of a stretch that are counted by their local day and minute; clocks change on the hour."""
    count = 0
    while begin < end:
        local = begin.astimezone(ZoneInfo(w.policies["timeZone"]))
        stop = min(end, begin + timedelta(minutes=60 - begin.minute))
        first = local.hour * 60 + local.minute
        count += sum(is_counted(local.date(), first + n) for n in range((stop - begin) // timedelta(minutes=1)))
        begin = stop
    return count or None


def unlikely(shift):
    """Why hours are hardly right."""
    others = [x for x in w.shifts.values() if x.hours and x.worker == shift.worker and x is not shift]
    worked, (begin, end) = shift.record.worked, shift.record.worked or (now, now)
    ours = [x for x in others if x.hours_date == shift.hours_date]
    planned = [x for x in w.open() if (x.owner, x.date) == (shift.worker, shift.hours_date)]
    total = shift.hours + sum(x.hours for x in ours)
    if worked and any(x.record.worked and max(begin, x.record.worked[0]) < min(end, x.record.worked[1]) for x in others):
        yield "overlap"
    if worked and shift.record.by_hand and end > shift.record.at:
        yield "ahead"
    if shift.hours > 2 * scheduled(shift):
        yield "long"
    if total > 960 and total > sum(map(scheduled, planned)):
        yield "day"


def timesheet(shift):
    running = shift.work if shift.work and shift.work.runs else None
    record = None if running or shift.hours is None else shift.record
    worked = record and record.worked
    begin, end = worked or w.interval(shift)
    zone = ZoneInfo(w.policies["timeZone"])
    if running:
        status = "working" if running.since is None else "paused"
    elif record:
        status = "confirmed" if shift.confirmed else "recorded"
    else:
        status = "planned" if begin > now else "running" if end > now else "missing"
    starts = worked[0] if worked else w.rounded(running.begin) if running else None
    row = dict(
        shift=shift.id,
        worker=shift.worker if record else shift.owner,
        date=shift.date,
        start=shift.start,
        end=shift.end,
        scheduledMinutes=scheduled(shift) if shift.id in is_open else 0,
        status=status,
        workedStart=starts and f"{starts.astimezone(zone):%H:%M}",
        workedEnd=worked and f"{end.astimezone(zone):%H:%M}",
        workedStartAt=worked and stamp(begin),
        workedEndAt=worked and stamp(end),
        period=next((p.id for p in w.periods.values() if p.closed and p["from"] <= shift.date <= p["to"]), None),
        **{key: value for key, value in keys(shift).items() if key != "needs"},
    )
    if record:
        by, at = shift.confirmation if shift.confirmed else (None, None)
        row.update(
            workedBreak=record.off or None,
            minutes=shift.hours,
            difference=shift.hours - row["scheduledMinutes"],
            recordedBy=shift.recorder,
            recordedAt=stamp(record.at),
            confirmedBy=by,
            confirmedAt=at,
            unlikely=(shift.hours and list(unlikely(shift))) or None,
        )
    if worked or not record:
        night, dawn = clock(w.policies["nightStart"]), clock(w.policies["nightEnd"])
        row.update(
            nightMinutes=count_minutes(
                begin, end, lambda _, m: night <= m < dawn if night < dawn else m >= night or m < dawn
            ),
            sundayMinutes=count_minutes(begin, end, lambda day, _: day.weekday() == 6),
            closedMinutes=count_minutes(begin, end, lambda day, _: w.closed_day(day.isoformat(), shift.place)),
        )
    return row


def user(id):
    record = w.users[id]
    order = ["employee", "student", "consumer", "company", "manager"]
    today = w.today(now).isoformat()
    skills = sorted(skill for skill in record.skills if w.has_skill(id, skill, today))
    until = {skill: record.skills[skill] for skill in skills if record.skills[skill]}

    def contract(day):
        keys = ("maxWeekMinutes", "minRestMinutes", "maxShiftMinutes", "maxDaysInRow")
        limits = {key: w.own_limit(id, key, day) for key in keys}
        return {key: limit for key, limit in limits.items() if limit is not None}

    days = sorted({first for _, first, _ in record.contracts if first and first > today})
    return dict(
        user=id,
        roles=sorted(record.roles, key=order.index),
        following=[],
        followers=[],
        skills=skills,
        skillsUntil=until or None,
        contract=contract(today) or None,
        contractFrom=[{"from": day, **contract(day)} for day in days] or None,
    )


changes = sorted(w.changes, key=lambda record: (record.changedAt, record.shift))
publications = sorted(w.publications.values(), key=lambda record: (record.publishedAt, record.id))
periods = sorted(w.periods.values(), key=lambda record: (record["from"], record.id))
market = [shift for shift in w.open() if shift.state == "supplied"]

compare("schedule", map(schedule, in_time(w.open())))
compare("schedule", map(schedule, in_time(filter(is_ahead, w.open()))), every=False)
compare("marketplace", map(offer, in_time(market)))
compare("marketplace", (offer(s) for s in in_time(market) if not w.started(s, now)), every=False)
compare("changes", map(change, changes))
asked = [record for record in changes if record.answer == "awaited" and is_ahead(record)]
compare("changes", map(change, asked), every=False)
compare("publications", map(publication, publications))
compare("periods", map(period, periods))
compare("hours", hours())
is_open = {shift.id for shift in w.open()}
sheet = in_time(shift for shift in w.shifts.values() if shift.id in is_open or shift.hours)
compare("timesheet", map(timesheet, sheet))
this_week = [shift for shift in sheet if week(shift.date) == week(w.today(now).isoformat())]
compare("timesheet", map(timesheet, this_week), every=False)
compare("users", map(user, sorted(w.users)))
compare("vacancies", map(vacancy, in_time(w.vacancies.values())))
closures = sorted(w.closures.values(), key=lambda record: (record["from"], record.id))
compare("closures", map(closure, closures))
all_series = [row for each in (w.fixed, w.openings) for record in each.values() for row in series(record)]
compare("series", sorted(all_series, key=in_week))
compare("checks", checks.rows(w, now, given, stamp))
compare("checks", checks.rows(w, now, given, stamp, every=False), every=False)
compare("absences", map(absence, in_time(w.absences.values())))
compare("trades", map(trade, sorted(w.trades.values(), key=lambda record: (offered[record.id], record.id))))
verified = subprocess.run([tool, "verify", "--rules", log], capture_output=True, text=True)
if verified.returncode:
    sys.exit(f"seed {seed}: verify --rules: {verified.stdout}{verified.stderr}")
print(
    f"seed {seed}: {count} submissions, {sum(e[0] == 'appended' for e in expected)} recorded, {len(events)} events, all alike"
)
