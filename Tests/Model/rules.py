"""The rules of the roster a second time, on dictionaries, written without a look at Sources.

A world judges one submission after the other. It raises `No` with the code of the rule that refuses, or
returns the `data` that the recorded event should hold. Shape, repeats, stated facts, study and deals are
not in it. An object is a dictionary whose keys can be read as attributes; a missing one is None.
"""

from datetime import date, datetime, timedelta, timezone
from math import gcd
from unicodedata import normalize
from zoneinfo import ZoneInfo

UTC = timezone.utc


class No(Exception):
    """The answer of a rule that refuses."""

    def __init__(self, code, conflicts=None):
        self.code, self.conflicts = code, conflicts


def need(ok, code, conflicts=None):
    if not ok:
        raise No(code, conflicts)


class Obj(dict):
    """A dictionary with its keys as attributes."""

    __getattr__ = dict.get

    def __setattr__(self, k, v):
        self[k] = v


def nfc(text):
    """The text as rules compare it: recorded ones may have another form."""
    return normalize("NFC", text)


KEYS = ("days", "place", "labels", "needs", "title", "breakMinutes")
TERMS = ("owner", "start", "end", "places", "wanted") + KEYS
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


class World:
    """The state that the rules judge by."""

    def __init__(self):
        self.policies = dict(
            timeZone="UTC",
            horizonWeeks=8,
            requestDays=31,
            marketApproval="none",
            suggestionApproval="owner",
            minRestMinutes=0,
            maxWeekMinutes=0,
            maxShiftsPerDay=1,
            handoverMinutes=0,
            acceptLeadMinutes=0,
            maxShiftsAtOnce=1,
            minNoticeMinutes=0,
            answerNoticeMinutes=0,
            maxDaysInRow=0,
            limitsBind="takers",
            drafts="shown",
            nightStart="22:00",
            nightEnd="06:00",
            clockEarlyMinutes=15,
            clockRoundMinutes=1,
            minSplitMinutes=0,
        )
        self.workplace = None
        self.users, self.shifts, self.requests, self.fixed = {}, {}, {}, {}
        self.vacancies, self.absences, self.trades = {}, {}, {}
        self.publications, self.periods = {}, {}
        self.openings, self.closures = {}, {}
        # The newest late change of each shift that awaits an answer, and all of them in their order.
        self.awaited, self.changes = {}, []
        self.zone_is_fixed = False
        self.generated = []

    # time
    def instant(self, d, hm):
        z = ZoneInfo(self.policies["timeZone"])
        h, m = map(int, hm.split(":"))
        w = datetime(d.year, d.month, d.day, h, m)
        u = w.replace(tzinfo=z, fold=0).astimezone(UTC)
        if u.astimezone(z).replace(tzinfo=None) == w:
            return u
        # The clocks skip it: the first instant after the gap.
        low, high = u - timedelta(hours=3), u + timedelta(hours=3)
        before = low.astimezone(z).utcoffset()
        while high - low > timedelta(seconds=1):
            middle = (low + (high - low) / 2).replace(microsecond=0)
            if middle.astimezone(z).utcoffset() == before:
                low = middle
            else:
                high = middle
        return high

    def days(self, o):
        return o["days"] if o.get("days") is not None else (1 if o["end"] <= o["start"] else 0)

    def interval(self, o):
        d = date.fromisoformat(o["date"])
        return self.instant(d, o["start"]), self.instant(d + timedelta(days=self.days(o)), o["end"])

    def minutes(self, o):
        """Scheduled minutes: real ones, less the break."""
        a, b = self.interval(o)
        return (b - a) // timedelta(minutes=1) - (o.get("breakMinutes") or 0)

    def today(self, now):
        return now.astimezone(ZoneInfo(self.policies["timeZone"])).date()

    def started(self, o, now):
        return self.interval(o)[0] <= now

    # lookups
    def roles(self, u):
        return self.users[u].roles if u in self.users else set()

    def managers(self):
        return {u for u in self.users if "manager" in self.roles(u)}

    def manager(self, u):
        need("manager" in self.roles(u), "notManager")

    def employee(self, u):
        need("employee" in self.roles(u), "missingRole")

    def employee_or_manager(self, u):
        need(self.roles(u) & {"employee", "manager"}, "missingRole")

    def user(self, u):
        need(u in self.users, "unknownUser")

    def shift(self, i):
        need(
            i in self.shifts and self.shifts[i].state not in ("removed", "cancelled", "dropped", "skipped"),
            "unknownShift",
        )
        return self.shifts[i]

    def open(self):
        return [x for x in self.shifts.values() if x.state in ("idle", "supplied", "suggested", "awaiting")]

    def held(self, u, now, out=()):
        return [
            x
            for x in self.open()
            if x.id not in out
            and (x.owner == u or (x.state == "awaiting" and x.taker == u and not self.started(x, now)))
        ]

    # promises
    def published(self, day):
        return any(p["from"] <= day <= p["to"] for p in self.publications.values())

    def open_days(self, days, ov=()):
        if "periodClosed" not in ov:
            closed = [p for p in self.periods.values() if p.closed]
            need(not any(p["from"] <= d <= p["to"] for p in closed for d in days), "periodClosed")

    def notice(self, places, now, ov):
        """Places are dates with starts, before the change and after it."""
        if not any(self.published(p["date"]) for p in places):
            return None
        first = min(self.instant(date.fromisoformat(p["date"]), p["start"]) for p in places)
        minutes = (first - now) // timedelta(minutes=1)
        least = self.policies["minNoticeMinutes"]
        need(not least or minutes >= least or "noticeTooShort" in ov, "noticeTooShort")
        return minutes

    def late(self, kind, x, a, d, notice, now):
        if notice is None:
            return
        self.quiet(x.id)
        c = Obj(
            shift=x.id,
            owner=x.owner,
            date=x.date,
            start=x.start,
            end=x.end,
            days=x.days,
            kind=kind,
            by=a,
            changedAt=now,
            notice=notice,
            reason=d.get("reason"),
            override=d.get("override"),
            answer="none" if x.owner == a or 0 < self.policies["answerNoticeMinutes"] <= notice else "awaited",
        )
        self.changes.append(c)
        if c.answer == "awaited":
            self.awaited[x.id] = c

    def quiet(self, i):
        if i in self.awaited:
            self.awaited.pop(i).answer = "none"

    def length(self, u, o, ov):
        m = self.own_limit(u, "maxShiftMinutes", o["date"])
        need(not m or self.minutes(o) <= m or "shiftTooLong" in ov, "shiftTooLong")

    def own_limit(self, u, key, day):
        """The person's own limit on a day: of the latest first day that is not after it, else without one."""
        always, dated = None, {}
        for begun, first, given in self.users[u].contracts:
            if key not in given:
                continue
            if first:
                dated[first] = given[key]
            else:
                always, dated = given[key], {day: limit for day, limit in dated.items() if day > begun}
        return dated[max(held)] if (held := [first for first in dated if first <= day]) else always

    def limit(self, u, key, day):
        own = self.own_limit(u, key, day)
        return self.policies[key] if own is None else own

    def has_skill(self, u, skill, day):
        skills = self.users[u].skills
        return skill in skills and (skills[skill] is None or day <= skills[skill])

    def days_in_order(self, d):
        need(d["from"] <= d["to"], "dateOutOfRange")

    def schedule_published(self, a, i, d, now):
        self.manager(a)
        need(i not in self.publications, "publicationExists")
        self.days_in_order(d)
        first, last = date.fromisoformat(d["from"]), date.fromisoformat(d["to"])
        need((last - first).days + 1 <= 366 and last >= self.today(now), "dateOutOfRange")
        n = sum(d["from"] <= x.date <= d["to"] for x in self.open())
        self.publications[i] = Obj(d, id=i, by=a, publishedAt=now, shifts=n)
        return dict(d, shifts=n)

    def change_answered(self, a, i, d, now):
        self.employee(a)
        need(
            i in self.shifts and self.shifts[i].state not in ("removed", "dropped", "skipped"), "unknownShift"
        )
        need(i in self.awaited, "nothingAwaited")
        need(self.awaited[i].owner == a, "notOwner")
        c = self.awaited.pop(i)
        c.answer = "agreed" if d["agreed"] else "declined"
        c.answeredAt = now
        return dict(d, owner=a, date=self.shifts[i].date, changedAt=self.stamp(c.changedAt))

    def stamp(self, moment):
        return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")

    def shift_restored(self, a, i, d, now):
        self.manager(a)
        need(i in self.shifts and self.shifts[i].state not in ("removed", "dropped"), "unknownShift")
        x = self.shifts[i]
        skipped = x.state == "skipped"
        if skipped:
            x.update(self.terms(self.fixed[x.fixedShift], x.date), hours=None)
        o = d.get("owner", x.owner)
        self.user(o)
        self.employee(o)
        ov = d.get("override", [])
        need(x.state in ("cancelled", "skipped"), "wrongState")
        self.open_days([x.date], ov)
        need("shiftStarted" in ov or not self.started(x, now), "shiftStarted")
        n = self.notice([x], now, ov)
        if skipped:
            self.require_time(x)
        if x.vacancy:
            need("noPlaceLeft" in ov or self.left(self.vacancies[x.vacancy]) > 0, "noPlaceLeft")
        iv = self.interval(x)
        self.owner_rules(o, x, iv, now, (), ov)
        self.bound_load(o, x, iv, now, (), ov)
        c, r = self.closing(o, x.date, now)
        x.state = "idle"
        x.owner = x.first = o
        self.close(c, r)
        self.late("restored", x, a, d, n, now)
        f = dict(d, owner=o, closedRequest=c, released=r, notice=n)
        if skipped:
            f.update({k: x[k] for k in KEYS + ("fixedShift",) if k in x})
        return self.times(x, **f)

    def trade_recorded(self, a, i, d, now):
        self.manager(a)
        need(i not in self.trades, "tradeExists")
        g, t = self.shift(d["give"]), self.shift(d["take"])
        ov = d.get("override", [])
        need(g.owner != t.owner, "ownShift")
        self.open_days([g.date, t.date], ov)
        need("shiftStarted" in ov or not (self.started(g, now) or self.started(t, now)), "shiftStarted")
        n = self.notice([g, t], now, ov)
        need(not g.hours and not t.hours, "hoursRecorded")
        need(g.state == "idle" and t.state == "idle", "wrongState")
        self.employee(g.owner)
        self.employee(t.owner)
        self.takes(t.owner, g, now, False, (g.id, t.id), ov)
        self.takes(g.owner, t, now, False, (g.id, t.id), ov)
        tr = self.trades[i] = Obj(id=i, give=g.id, take=t.id, fr=g.owner, to=t.owner, state="done")
        f = dict(d, **{"from": g.owner, "to": t.owner}, **self.exchange(tr, now, own=False), notice=n)
        for x in (g, t):
            self.late("traded", x, a, d, n, now)
        return f

    def hours_confirmed(self, a, i, d, now):
        self.employee_or_manager(a)
        x = self.shift(i)
        if "manager" in self.roles(a) and a != (x.owner if x.hours is None else x.worker):
            self.open_days([x.date])
        need(x.hours is not None, "noHours")
        need(not x.confirmed, "alreadyConfirmed")
        if x.recorder == x.worker:
            need("manager" in self.roles(a) and a != x.worker, "notConfirmer")
        else:
            need(a == x.worker, "notConfirmer")
        x.confirmed, x.confirmation = True, (a, self.stamp(now))
        # The hours stay on the day for which they were recorded, though one may move a shift after hours of 0.
        return dict(worker=x.worker, date=x.hours_date, minutes=x.hours)

    def period_closed(self, a, i, d, now):
        self.manager(a)
        need(i not in self.periods, "periodExists")
        self.days_in_order(d)
        need(date.fromisoformat(d["to"]) < self.today(now), "dateOutOfRange")
        worked = [x for x in self.shifts.values() if x.hours and d["from"] <= x.date <= d["to"]]
        f = dict(
            d,
            shifts=len(worked),
            minutes=sum(x.hours for x in worked),
            unconfirmed=sum(not x.confirmed for x in worked),
        )
        self.periods[i] = Obj(f, id=i, by=a, closedAt=now, closed=True)
        return f

    def period_reopened(self, a, i, d, now):
        self.manager(a)
        need(i in self.periods, "unknownPeriod")
        p = self.periods[i]
        need(p.closed, "periodOpen")
        p.closed = False
        return dict(d, **{"from": p["from"], "to": p["to"]})

    def contract_set(self, a, i, d, now):
        self.manager(a)
        self.user(i)
        need(not self.users[i].erased, "userErased")
        self.employee(i)
        today = self.today(now).isoformat()
        need(d.get("from", today) >= today, "dateOutOfRange")
        limits = {key: limit for key, limit in d.items() if key != "from"}
        self.users[i].contracts.append((today, d.get("from"), limits))
        return dict(d)

    # rules
    def skill(self, u, needs, day, ov):
        if "skillMissing" in ov:
            return
        miss = {skill for skill in map(nfc, needs or []) if not self.has_skill(u, skill, day)}
        need(not miss, "skillMissing", sorted(miss))

    def absence(self, u, iv, ov):
        if "absent" in ov:
            return
        hit = sorted(
            a.id
            for a in self.absences.values()
            if a.user == u
            and not a.ended
            and max(self.interval(a)[0], iv[0]) < min(self.interval(a)[1], iv[1])
        )
        need(not hit, "absent", hit)

    def root(self, i):
        """The shift of which a shift is a part; None of what is no shift."""
        return self.shifts[i].root or i if i in self.shifts else None

    def others(self, u, own, now, out):
        """What somebody has that is no other part of a shift."""
        return [x for x in self.held(u, now, out) if self.root(x.id) != self.root(own)]

    def day_rule(self, u, d, now, out, ov, own=None):
        if "dayTaken" in ov:
            return
        h = sorted(x.id for x in self.others(u, own, now, out) if x.date == d)
        need(len({self.root(i) for i in h}) < self.policies["maxShiftsPerDay"], "dayTaken", h)

    def overlap(self, u, iv, now, out, ov):
        if "overlapping" in ov:
            return
        h = []
        for x in self.held(u, now, out):
            b = self.interval(x)
            if (min(iv[1], b[1]) - max(iv[0], b[0])) > timedelta(minutes=self.policies["handoverMinutes"]):
                h.append(x.id)
        need(len(h) < self.policies["maxShiftsAtOnce"], "overlapping", sorted(h))

    def rest(self, u, day, iv, now, out, ov, own=None):
        r = self.limit(u, "minRestMinutes", day)
        if not r or "restTooShort" in ov:
            return
        h = []
        for x in self.others(u, own, now, out):
            b = self.interval(x)
            if max(iv[0] - b[1], b[0] - iv[1]) < timedelta(minutes=r):
                h.append(x.id)
        need(not h, "restTooShort", sorted(h))

    def week(self, u, o, now, out, ov):
        w = date.fromisoformat(o["date"]).isocalendar()[:2]
        m = self.limit(u, "maxWeekMinutes", date.fromisocalendar(*w, 1).isoformat())
        if not m or "weekTooLong" in ov:
            return
        t = self.minutes(o)
        h = []
        for x in self.held(u, now, out):
            if date.fromisoformat(x.date).isocalendar()[:2] == w:
                t += self.minutes(x)
                h.append(x.id)
        need(t <= m, "weekTooLong", sorted(h))

    def takes(self, u, o, now, lead, out=(), ov=()):
        iv = self.interval(o)
        if lead:
            need(now + timedelta(minutes=self.policies["acceptLeadMinutes"]) <= iv[0], "tooLate")
        self.owner_rules(u, o, iv, now, out, ov)
        self.load(u, o, iv, now, out, ov)

    def run(self, u, o, now, out, ov):
        m = self.limit(u, "maxDaysInRow", o["date"])
        if not m or "tooManyDays" in ov:
            return
        held = self.held(u, now, out)
        days = {date.fromisoformat(x.date) for x in held} | {date.fromisoformat(o["date"])}
        first = last = date.fromisoformat(o["date"])
        while first - timedelta(days=1) in days:
            first -= timedelta(days=1)
        while last + timedelta(days=1) in days:
            last += timedelta(days=1)
        h = sorted(x.id for x in held if str(first) <= x.date <= str(last))
        need((last - first).days < m, "tooManyDays", h)

    def load(self, u, o, iv, now, out, ov):
        self.rest(u, o["date"], iv, now, out, ov, o.get("id"))
        self.week(u, o, now, out, ov)
        self.run(u, o, now, out, ov)

    def bound_load(self, u, o, iv, now, out, ov):
        if self.policies["limitsBind"] == "everybody":
            self.load(u, o, iv, now, out, ov)

    def owner_rules(self, u, o, iv, now, out, ov):
        self.skill(u, o.get("needs"), o["date"], ov)
        self.absence(u, iv, ov)
        self.length(u, o, ov)
        self.day_rule(u, o["date"], now, out, ov, o.get("id"))
        self.overlap(u, iv, now, out, ov)

    def req_open(self, r, now):
        return r.open and date.fromisoformat(r.date) >= self.today(now)

    def closing(self, u, d, now, out=()):
        for r in self.requests.values():
            if r.requester == u and r.date == d and self.req_open(r, now):
                return r.id, sorted(
                    x.id
                    for x in self.open()
                    if x.request == r.id and x.id not in out and not self.started(x, now)
                )
        return None, []

    def close(self, rid, rel):
        if rid:
            self.requests[rid].open = False
        for i in rel or []:
            x = self.shifts[i]
            x.state = "idle"
            x.taker = x.request = x.via = None

    def idle(self, x):
        x.state = "idle"
        x.taker = x.request = x.via = None

    def approvers(self, x):
        setting = (
            self.policies["marketApproval"] if x.via == "market" else self.policies["suggestionApproval"]
        )
        a = set(self.managers())
        if setting == "owner":
            a.add(x.owner)
        if not (setting != "owner" and self.managers() == {x.taker}):
            a.discard(x.taker)
        return a

    def left(self, v):
        return max(0, v.places - sum(1 for x in self.open() if x.vacancy == v.id))

    def require_time(self, o):
        need(self.minutes(o) >= 1, "noTime")

    def add(self, id, owner, o, **more):
        self.zone_is_fixed = True
        self.shifts[id] = Obj(
            id=id,
            owner=owner,
            first=owner,
            date=o["date"],
            start=o["start"],
            end=o["end"],
            state="idle",
            hours=None,
            **{k: o[k] for k in KEYS if o.get(k) is not None},
            **more,
        )
        return self.shifts[id]

    def judge(self, sub, now):
        """The data that the event of a submission should hold. Generated events go to `generated`."""
        t, a, i, d = sub["type"], sub["actor"], sub["subject"], sub.get("data", {})
        if not (t == "workplace.configured" and self.workplace is None) and not (
            t == "user.registered" and a == i
        ):
            need(a in self.users, "unknownUser")
        data = getattr(self, t.replace(".", "_"))(a, i, d, now)
        for x in self.shifts.values():
            if x.work and (x.owner != x.work.by or x.state in ("cancelled", "removed", "dropped")):
                x.work.runs = False
            elif x.work and self.users[x.owner].erased:
                x.work.runs = False
        return data

    def workplace_configured(self, a, i, d, now):
        if self.workplace is not None:
            self.manager(a)
            need(i == self.workplace, "unknownWorkplace")
        if "timeZone" in d:
            need(d["timeZone"] == self.policies["timeZone"] or not self.zone_is_fixed, "timeZoneFixed")
        self.workplace = i
        self.policies.update(d)
        return dict(d)

    def user_registered(self, a, i, d, now):
        if a != i:
            need(a in self.users, "unknownUser")
        need(i not in self.users, "userExists")
        if a != i:
            self.manager(a)
        if "manager" in d["roles"]:
            need(not self.managers() or "manager" in self.roles(a), "notManager")
        self.users[i] = Obj(roles=set(d["roles"]), skills={}, erased=False, contracts=[])
        return dict(d)

    def role_granted(self, a, i, d, now):
        self.manager(a)
        self.user(i)
        need(not self.users[i].erased, "userErased")
        need(d["role"] not in self.roles(i), "alreadyGranted")
        self.users[i].roles.add(d["role"])
        return dict(d)

    def role_revoked(self, a, i, d, now):
        self.manager(a)
        self.user(i)
        need(not self.users[i].erased, "userErased")
        need(d["role"] in self.roles(i), "notGranted")
        need(not (d["role"] == "manager" and self.managers() == {i}), "lastManager")
        self.users[i].roles.discard(d["role"])
        return dict(d)

    def user_erased(self, a, i, d, now):
        self.user(i)
        need(a == i or "manager" in self.roles(a), "notManager")
        need(not self.users[i].erased, "userErased")
        need(self.managers() != {i}, "lastManager")
        self.users[i].erased = True
        self.users[i].roles = set()
        self.users[i].skills = {}
        self.users[i].contracts = []
        return {}

    def skill_granted(self, a, i, d, now):
        self.manager(a)
        self.user(i)
        need(not self.users[i].erased, "userErased")
        skill, until, today = nfc(d["skill"]), d.get("until"), self.today(now).isoformat()
        need(until is None or until >= today, "dateOutOfRange")
        need(not self.has_skill(i, skill, today) or self.users[i].skills[skill] != until, "alreadyGranted")
        self.users[i].skills[skill] = until
        return dict(d)

    def skill_revoked(self, a, i, d, now):
        self.manager(a)
        self.user(i)
        need(not self.users[i].erased, "userErased")
        need(self.has_skill(i, nfc(d["skill"]), self.today(now).isoformat()), "notGranted")
        del self.users[i].skills[nfc(d["skill"])]
        return dict(d)

    def shift_scheduled(self, a, i, d, now):
        self.manager(a)
        need(i not in self.shifts, "shiftExists")
        self.user(d["owner"])
        self.employee(d["owner"])
        ov = d.get("override", [])
        self.open_days([d["date"]], ov)
        need("shiftStarted" in ov or not self.started(d, now), "shiftStarted")
        n = self.notice([d], now, ov)
        self.require_time(d)
        self.owner_rules(d["owner"], d, self.interval(d), now, (), ov)
        self.bound_load(d["owner"], d, self.interval(d), now, (), ov)
        c, r = self.closing(d["owner"], d["date"], now)
        x = self.add(i, d["owner"], d)
        self.close(c, r)
        self.late("scheduled", x, a, d, n, now)
        return dict(d, closedRequest=c, released=r, notice=n)

    def shift_cancelled(self, a, i, d, now):
        self.manager(a)
        x = self.shift(i)
        ov = d.get("override", [])
        self.open_days([x.date], ov)
        need("shiftStarted" in ov or not self.started(x, now), "shiftStarted")
        n = self.notice([x], now, ov)
        need(not x.hours, "hoursRecorded")
        need(x.state != "awaiting", "awaitingApproval")
        f = dict(d, owner=x.owner, date=x.date, request=x.request, notice=n)
        self.idle(x)
        x.state = "cancelled"
        self.late("cancelled", x, a, d, n, now)
        return f

    def own(self, a, i, now):
        self.employee(a)
        x = self.shift(i)
        need(x.owner == a, "notOwner")
        need(not self.started(x, now), "shiftStarted")
        return x

    def shift_supplied(self, a, i, d, now):
        x = self.own(a, i, now)
        need(x.state == "idle", "wrongState")
        x.state = "supplied"
        return self.times(x, owner=x.owner)

    def times(self, x, **f):
        return dict(
            f, date=x.date, start=x.start, end=x.end, **({"days": x.days} if x.days is not None else {})
        )

    def shift_revoked(self, a, i, d, now):
        x = self.own(a, i, now)
        need(x.state != "awaiting", "alreadyAccepted")
        need(x.state == "supplied", "wrongState")
        self.idle(x)
        return dict(owner=x.owner, date=x.date)

    def shift_accepted(self, a, i, d, now):
        self.employee(a)
        x = self.shift(i)
        need(not self.started(x, now), "shiftStarted")
        need(x.state != "awaiting", "alreadyAccepted")
        need(x.state == "supplied", "notOnMarketplace")
        need(x.owner != a, "ownShift")
        self.takes(a, x, now, True)
        final = self.policies["marketApproval"] == "none"
        f = self.times(x, **{"from": x.owner, "to": a, "final": final})
        if final:
            c, r = self.closing(a, x.date, now, (i,))
            f.update(closedRequest=c, released=r)
            self.idle(x)
            x.owner = a
            self.quiet(i)
            self.close(c, r)
        else:
            x.state = "awaiting"
            x.taker = a
            x.via = "market"
        return f

    def acceptance_withdrawn(self, a, i, d, now):
        self.employee(a)
        x = self.shift(i)
        need(not self.started(x, now), "shiftStarted")
        need(x.state == "awaiting", "notAwaiting")
        need(x.taker == a, "notTaker")
        f = dict(owner=x.owner, taker=a, date=x.date, via=x.via, request=x.request)
        if x.via == "market":
            self.idle(x)
            x.state = "supplied"
        else:
            x.state = "suggested"
            x.taker = x.via = None
        return f

    def shift_approved(self, a, i, d, now):
        self.employee_or_manager(a)
        x = self.shift(i)
        need(not self.started(x, now), "shiftStarted")
        need(x.state == "awaiting", "notAwaiting")
        need(a in self.approvers(x), "notApprover")
        need("employee" in self.roles(x.taker), "missingRole")
        self.takes(x.taker, x, now, False, (i,))
        if x.via == "suggestion":
            c, r = x.request, None
        c, r = self.closing(x.taker, x.date, now, (i,))
        f = self.times(
            x,
            **{
                "from": x.owner,
                "to": x.taker,
                "via": x.via,
                "request": x.request,
                "closedRequest": c,
                "released": r,
            },
        )
        x.owner = x.taker
        self.quiet(i)
        self.idle(x)
        self.close(c, r)
        return f

    def shift_disapproved(self, a, i, d, now):
        self.employee_or_manager(a)
        x = self.shift(i)
        need(not self.started(x, now), "shiftStarted")
        need(x.state == "awaiting", "notAwaiting")
        need(a in self.approvers(x), "notApprover")
        f = dict(owner=x.owner, taker=x.taker, date=x.date, via=x.via, request=x.request)
        via = x.via
        self.idle(x)
        if via == "market":
            x.state = "supplied"
        return f

    def request_posted(self, a, i, d, now):
        self.employee(a)
        need(i not in self.requests, "requestExists")
        t = self.today(now)
        dd = date.fromisoformat(d["date"])
        need(t <= dd < t + timedelta(days=self.policies["requestDays"]), "dateOutOfRange")
        day = self.instant(dd, "00:00"), self.instant(dd + timedelta(days=1), "00:00")
        cov = sorted(
            b.id
            for b in self.absences.values()
            if b.user == a and not b.ended and self.interval(b)[0] <= day[0] and self.interval(b)[1] >= day[1]
        )
        need(not cov, "absent", cov)
        self.day_rule(a, d["date"], now, (), ())
        dup = [
            r.id
            for r in self.requests.values()
            if r.requester == a and r.date == d["date"] and self.req_open(r, now)
        ]
        need(not dup, "alreadyRequested", dup)
        self.requests[i] = Obj(id=i, requester=a, date=d["date"], open=True)
        self.zone_is_fixed = True
        return dict(d, requester=a)

    def request(self, i):
        need(i in self.requests, "unknownRequest")
        return self.requests[i]

    def request_withdrawn(self, a, i, d, now):
        self.employee(a)
        r = self.request(i)
        need(r.requester == a, "notRequester")
        need(self.req_open(r, now), "requestClosed")
        need(
            not any(
                x.state == "awaiting" and x.request == i and not self.started(x, now) for x in self.open()
            ),
            "awaitingApproval",
        )
        rel = sorted(x.id for x in self.open() if x.request == i and not self.started(x, now))
        self.close(i, rel)
        return dict(requester=a, date=r.date, released=rel)

    def shift_suggested(self, a, i, d, now):
        self.employee(a)
        x = self.shift(i)
        r = self.request(d["request"])
        need(x.owner == a, "notOwner")
        need(not self.started(x, now), "shiftStarted")
        need(x.state == "idle", "wrongState")
        need(self.req_open(r, now), "requestClosed")
        need(r.requester != a, "ownRequest")
        need(r.date == x.date, "wrongDate")
        self.employee(r.requester)
        self.skill(r.requester, x.needs, x.date, ())
        self.absence(r.requester, self.interval(x), ())
        x.state = "suggested"
        x.request = r.id
        return dict(d, owner=a, requester=r.requester, date=x.date)

    def suggestion_withdrawn(self, a, i, d, now):
        x = self.own(a, i, now)
        need(x.state == "suggested", "notSuggested")
        f = dict(owner=a, request=x.request, date=x.date)
        self.idle(x)
        return f

    def suggestion_accepted(self, a, i, d, now):
        self.employee(a)
        x = self.shift(i)
        need(not self.started(x, now), "shiftStarted")
        need(x.state == "suggested", "notSuggested")
        r = self.requests[x.request]
        need(r.requester == a, "notRequester")
        need(
            not any(
                y.state == "awaiting" and y.request == r.id and y.id != i and not self.started(y, now)
                for y in self.open()
            ),
            "requestPending",
        )
        self.takes(a, x, now, True)
        x.state = "awaiting"
        x.taker = a
        x.via = "suggestion"
        return self.times(x, **{"from": x.owner, "to": a, "request": r.id})

    def hours_recorded(self, a, i, d, now):
        self.employee_or_manager(a)
        x = self.shift(i)
        need(x.owner == a or "manager" in self.roles(a), "notOwner")
        need("override" not in d or "manager" in self.roles(a), "notManager")
        if x.owner != a:
            self.open_days([x.date], d.get("override", []))
        need(self.started(x, now), "notStarted")
        least = 0
        if "minutes" in d:
            m = d["minutes"]
        else:
            m = self.minutes(dict(date=x.date, start=d["start"], end=d["end"]))
            off, usual = d.get("breakMinutes"), x.get("breakMinutes") or 0
            if off is not None:
                least = 1
            elif 0 < usual < m:
                off = usual
            if off is not None:
                d = dict(d, breakMinutes=off)
                m -= off
        need(least <= m <= 1500 * max(1, x.days or 0), "invalidHours")
        x.hours, x.worker, x.recorder, x.confirmed, x.hours_date = m, x.owner, a, False, x.date
        timed = "start" in d and self.interval(Obj(date=x.date, start=d["start"], end=d["end"]))
        x.record = Obj(at=now, worked=timed or None, off=d.get("breakMinutes"), by_hand=True)
        if x.work:
            x.work.runs = False
        return dict(d, worker=x.owner, date=x.date, minutes=m, firstOwner=x.first)

    # the clock
    def worker(self, a, i):
        self.employee(a)
        x = self.shift(i)
        need(x.owner == a, "notOwner")
        return x

    def work_of(self, a, i):
        x = self.worker(a, i)
        need(x.work and x.work.runs, "notWorking")
        return x, x.work

    def work_started(self, a, i, d, now):
        x = self.worker(a, i)
        begin, end = self.interval(x)
        need(now < end, "tooLate")
        need(begin - now <= timedelta(minutes=self.policies["clockEarlyMinutes"]), "tooEarly")
        need(not x.work or x.work.by != a, "workStarted")
        need(not any(y.work and y.work.runs and y.work.by == a for y in self.shifts.values()), "workRunning")
        need(not x.hours, "hoursRecorded")
        x.work = Obj(by=a, begin=now, pauses=[], since=None, runs=True)
        return dict(date=x.date)

    def work_paused(self, a, i, d, now):
        x, work = self.work_of(a, i)
        need(work.since is None, "alreadyPaused")
        work.since = now
        return dict(date=x.date)

    def work_resumed(self, a, i, d, now):
        x, work = self.work_of(a, i)
        need(work.since is not None, "notPaused")
        work.pauses.append(now - work.since)
        work.since = None
        return dict(date=x.date)

    def rounded(self, now):
        """The nearest multiple of the policy's minutes within the local hour; halves are later."""
        local = now.astimezone(ZoneInfo(self.policies["timeZone"]))
        step = timedelta(minutes=self.policies["clockRoundMinutes"])
        past = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
        before = past // step * step
        return now - past + (before if past - before < step / 2 else before + step)

    def work_ended(self, a, i, d, now):
        x, work = self.work_of(a, i)
        begin, end = self.rounded(work.begin), self.rounded(now)
        real = (end - begin) // timedelta(minutes=1)
        usual = x.breakMinutes or 0
        pauses = work.pauses + ([] if work.since is None else [now - work.since])
        if pauses:
            off = min(real, sum(pauses, timedelta()) // timedelta(minutes=1))
        else:
            off = usual if usual < real else 0
        need(real - off <= 1500 * max(1, x.days or 0), "invalidHours")
        work.runs = False
        x.hours, x.worker, x.recorder, x.confirmed, x.hours_date = real - off, a, a, False, x.date
        x.record = Obj(at=now, worked=(begin, end), off=off)
        f = dict(worker=a, date=x.date, startAt=self.stamp(begin), endAt=self.stamp(end), minutes=real - off)
        return dict(f, breakMinutes=off or None, firstOwner=x.first)

    # series
    def terms(self, s, day):
        """Of each member what was given with the latest `from` up to the day; of one `from`, the last."""
        t = {}
        for place, (begin, given) in enumerate(sorted(s.terms, key=lambda given: given[0])):
            if begin <= day or place == 0:
                t.update(given)
        if not t.get("breakMinutes"):
            t.pop("breakMinutes", None)
        return {k: v for k, v in t.items() if v is not None}

    def first_date(self, s, begin=None):
        """Its first date, or the first one that is not before a day."""
        day = date.fromisoformat(s["from"])
        day += timedelta(days=(s.weekday - day.weekday()) % 7)
        while begin and day.isoformat() < begin:
            day += timedelta(weeks=s.every)
        return day.isoformat()

    def owner_spans(self, s):
        """The days from a first to a last one, with the owner who has the series on them."""
        begins = sorted({s["from"]} | {b for b, given in s.terms if b > s["from"] and "owner" in given})
        for n, b in enumerate(begins):
            last = "9999-12-31" if s.until is None else s.until
            if n + 1 < len(begins):
                last = min(last, (date.fromisoformat(begins[n + 1]) - timedelta(days=1)).isoformat())
            if b <= last:
                yield b, last, self.terms(s, b)["owner"]

    def weekday_rule(self, s, begin):
        for first, last, owner in self.owner_spans(s):
            first = max(first, begin)
            if first > last:
                continue
            hits = 0
            for f in self.fixed.values():
                if f.id == s.id or not f.active or f.weekday != s.weekday:
                    continue
                apart = date.fromisoformat(self.first_date(f)) - date.fromisoformat(self.first_date(s))
                if apart.days // 7 % gcd(f.every, s.every):
                    continue
                hits += any(o == owner and b <= last and first <= e for b, e, o in self.owner_spans(f))
            need(hits < self.policies["maxShiftsPerDay"], "weekdayTaken")

    def closed_day(self, day, place):
        return any(
            not c.ended and c["from"] <= day <= c.to and (c.place is None or c.place == place)
            for c in self.closures.values()
        )

    def due(self, s, now):
        """Schedules or posts what is due of a series."""
        today = self.today(now)
        end = (today + timedelta(weeks=self.policies["horizonWeeks"])).isoformat()
        day = self.first_date(s, today.isoformat())
        while day < end and (s.until is None or day <= s.until):
            self.occur(s, day, now)
            day = (date.fromisoformat(day) + timedelta(weeks=s.every)).isoformat()

    def occur(self, s, day, now):
        i = f"{s.id}.{day}"
        o = Obj(self.terms(s, day), date=day)
        if i in (self.shifts if s.kind == "shift" else self.vacancies):
            return
        if self.started(o, now) or self.closed_day(day, o.place):
            return
        data = {k: o[k] for k in ("date", "start", "end", "places", "wanted") + KEYS if k in o}
        if s.kind == "vacancy":
            try:
                self.require_time(o)
            except No:
                return
            self.vacancies[i] = Obj(data, id=i, fixedVacancy=s.id)
            self.generated.append(("vacancy.posted", i, dict(data, fixedVacancy=s.id)))
            return
        if "employee" not in self.roles(o.owner):
            return
        try:
            self.require_time(o)
            self.day_rule(o.owner, day, now, (), ())
            self.overlap(o.owner, self.interval(o), now, (), ())
        except No as no:
            self.shifts[i] = Obj(id=i, state="skipped", date=day, fixedShift=s.id)
            data = dict(owner=o.owner, date=day, fixedShift=s.id, reason=no.code)
            self.generated.append(("shift.skipped", i, data))
            return
        c, r = self.closing(o.owner, day, now)
        self.add(i, o.owner, o, fixedShift=s.id)
        self.close(c, r)
        data.update(owner=o.owner, fixedShift=s.id, closedRequest=c, released=r)
        self.generated.append(("shift.scheduled", i, data))

    def extend(self, now):
        for all in (self.fixed, self.openings):
            for i in sorted(all):
                if all[i].active:
                    self.due(all[i], now)

    def series(self, kind, i, d, fr):
        return Obj(
            id=i,
            kind=kind,
            weekday=WEEKDAYS.index(d["weekday"]),
            every=d.get("every", 1),
            until=d.get("until"),
            active=True,
            terms=[(fr, {k: d[k] for k in TERMS if k in d})],
            **{"from": fr},
        )

    def first_day(self, d, now):
        fr = d.get("from", self.today(now).isoformat())
        need(fr >= self.today(now).isoformat(), "dateOutOfRange")
        need(d.get("until") is None or d["until"] >= fr, "dateOutOfRange")
        return fr

    def fixedshift_registered(self, a, i, d, now):
        self.employee_or_manager(a)
        need(i not in self.fixed, "fixedShiftExists")
        o = d.get("owner", a)
        self.user(o)
        need(o == a or "manager" in self.roles(a), "notOwner")
        self.employee(o)
        fr = self.first_day(d, now)
        s = self.series("shift", i, dict(d, owner=o), fr)
        self.weekday_rule(s, fr)
        self.zone_is_fixed = True
        self.fixed[i] = s
        self.due(s, now)
        return dict(d, owner=o, **{"from": fr})

    def fixedvacancy_registered(self, a, i, d, now):
        self.manager(a)
        need(i not in self.openings, "fixedVacancyExists")
        fr = self.first_day(d, now)
        s = self.series("vacancy", i, d, fr)
        self.time_of_first(s, fr)
        self.zone_is_fixed = True
        self.openings[i] = s
        self.due(s, now)
        return dict(d, **{"from": fr})

    def edit_days(self, s, d, now):
        """The `from` of an edit, and the `until` after it."""
        today = self.today(now).isoformat()
        fr = d.get("from", max(today, s["from"]))
        need(fr >= today and fr >= s["from"], "dateOutOfRange")
        until = d.get("until", s.until)
        before = (date.fromisoformat(fr) - timedelta(days=1)).isoformat()
        need(until is None or until >= before, "dateOutOfRange")
        return fr, until

    def stands(self, x, terms):
        """Whether an occurrence is as its terms said."""
        if (x.breakMinutes or 0) != terms.get("breakMinutes", 0):
            return False
        members = [k for k in TERMS if k not in ("owner", "breakMinutes", "days")]
        same = all(x.get(k) == terms.get(k) for k in members) and self.days(x) == self.days(terms)
        return x.date == x.id[-10:] and same

    def asks_the_same(self, was, o):
        """Whether an occurrence is the same by both terms: the usual days may be given or not."""
        if self.days(was) != self.days(o):
            return False
        was, o = ({k: v for k, v in t.items() if k not in ("days", "date")} for t in (was, o))
        return was == o

    def time_of_first(self, s, begin):
        """A minute on its first date from a day on, where it has one."""
        first = self.first_date(s, begin)
        if s.until is None or first <= s.until:
            self.require_time(Obj(self.terms(s, first), date=first))

    def take_terms(self, x, o):
        for k in ("start", "end", "places", "wanted") + KEYS:
            x.pop(k, None)
            if k in o:
                x[k] = o[k]

    def fixedshift_edited(self, a, i, d, now):
        self.manager(a)
        need(i in self.fixed and self.fixed[i].active, "unknownFixedShift")
        s = self.fixed[i]
        if "to" in d:
            self.user(d["to"])
            self.employee(d["to"])
        for k in ("start", "end"):
            need(d.get(k, 1) is not None, "missingField")
        fr, until = self.edit_days(s, d, now)
        owner = self.terms(s, fr)["owner"]
        need(d.get("to") != owner, "ownShift")
        given = {k: d[k] for k in TERMS if k in d}
        if "to" in d:
            given["owner"] = d["to"]
        old = Obj(s)
        s = self.fixed[i] = Obj(s, until=until, terms=s.terms + [(fr, given)])
        self.weekday_rule(s, fr)
        self.time_of_first(s, fr)
        ov = d.get("override", [])
        edited, removed, kept, closed, released, late = [], [], [], [], [], []
        for x in sorted(self.open(), key=lambda x: x.id[-10:]):
            day = x.id[-10:]
            if x.fixedShift != i or self.started(x, now) or day < fr:
                continue
            was, o = self.terms(old, day), Obj(self.terms(s, day), date=day)
            if until is not None and day > until:
                if x.owner == was["owner"] and x.state != "awaiting":
                    removed.append(x.id)
                    if x.owner != a and self.published(x.date):
                        late.append(("removed", x, [Obj(x)]))
                    self.idle(x)
                    x.state = "removed"
                    self.quiet(x.id)
                elif old.until is None or day <= old.until:
                    kept.append(x.id)
                continue
            if self.asks_the_same(was, o):
                continue
            try:
                need(x.state != "awaiting" and not x.hours and x.owner == was["owner"], "kept")
                need(self.stands(x, was), "kept")
                need(not self.started(o, now), "kept")
                self.require_time(o)
                self.day_rule(o.owner, day, now, (x.id,), ov, x.id)
                self.overlap(o.owner, self.interval(o), now, (x.id,), ov)
            except No:
                kept.append(x.id)
                continue
            edited.append(x.id)
            before = Obj(x)
            self.take_terms(x, o)
            if o.owner != x.owner:
                c, r = self.closing(o.owner, day, now, (x.id,))
                self.idle(x)
                x.owner = x.first = o.owner
                self.close(c, r)
                closed += [c] if c else []
                released += r
            moved = any(before.get(k) != x.get(k) for k in ("owner", "start", "end", "place"))
            if (moved or self.days(before) != self.days(x)) and self.published(day):
                if not before.owner == x.owner == a:
                    kind = "edited" if before.owner == x.owner else "assigned"
                    late.append((kind, x, [before, Obj(x)]))
        n = self.notice_of(late, a, d, now)
        self.due(s, now)
        f = dict(d, owner=owner, edited=sorted(edited), removed=sorted(removed), kept=sorted(kept))
        f["from"] = fr
        return dict(f, closedRequests=sorted(closed), released=sorted(released), notice=n)

    def notice_of(self, late, a, d, now):
        """The least notice of the late changes, which stand in the order of their ids."""
        if not late:
            return None
        n = self.notice([p for _, _, places in late for p in places], now, d.get("override", []))
        for kind, x, places in late:
            self.late(kind, x, a, d, self.notice(places, now, ["noticeTooShort"]), now)
            if kind == "removed":
                self.quiet(x.id)
        return n

    def fixedshift_removed(self, a, i, d, now):
        self.employee_or_manager(a)
        need(i in self.fixed and self.fixed[i].active, "unknownFixedShift")
        s = self.fixed[i]
        today = max(self.today(now).isoformat(), s["from"])
        owner = self.terms(s, today)["owner"]
        if "manager" not in self.roles(a):
            need(owner == a, "notOwner")
            need(all(o == a for _, last, o in self.owner_spans(s) if last >= today), "notOwner")
            need("override" not in d and "reason" not in d, "notManager")
        removed, kept, late = [], [], []
        for x in self.open():
            if x.fixedShift != i or self.started(x, now):
                continue
            if x.owner != self.terms(s, x.id[-10:])["owner"] or x.state == "awaiting":
                kept.append(x.id)
                continue
            removed.append(x.id)
            if "manager" in self.roles(a) and x.owner != a and self.published(x.date):
                late.append(("removed", x, [Obj(x)]))
        n = self.notice_of(late, a, d, now)
        for r in removed:
            self.idle(self.shifts[r])
            self.shifts[r].state = "removed"
            self.quiet(r)
        s.active = False
        return dict(d, owner=owner, removed=sorted(removed), kept=sorted(kept), notice=n)

    def close_openings(self, i, now, until=None):
        closed = []
        for v in self.vacancies.values():
            if v.fixedVacancy == i and not self.started(v, now) and v.places:
                if until is None or v.id[-10:] > until:
                    v.places = 0
                    closed.append(v.id)
        return sorted(closed)

    def fixedvacancy_edited(self, a, i, d, now):
        self.manager(a)
        need(i in self.openings and self.openings[i].active, "unknownFixedVacancy")
        s = self.openings[i]
        for k in ("start", "end", "places"):
            need(d.get(k, 1) is not None, "missingField")
        fr, until = self.edit_days(s, d, now)
        old = Obj(s)
        given = {k: d[k] for k in TERMS if k in d}
        s = self.openings[i] = Obj(s, until=until, terms=s.terms + [(fr, given)])
        self.time_of_first(s, fr)
        edited = []
        for v in self.vacancies.values():
            day = v.id[-10:]
            if v.fixedVacancy != i or day < fr or until is not None and day > until:
                continue
            was, o = self.terms(old, day), Obj(self.terms(s, day), date=day)
            if self.started(v, now) or self.asks_the_same(was, o) or not self.stands(v, was):
                continue
            try:
                need(not self.started(o, now), "kept")
                self.require_time(o)
            except No:
                continue
            self.take_terms(v, o)
            edited.append(v.id)
        closed = self.close_openings(i, now, until) if until is not None else []
        self.due(s, now)
        return dict(d, edited=sorted(edited), closed=closed, **{"from": fr})

    def fixedvacancy_removed(self, a, i, d, now):
        self.manager(a)
        need(i in self.openings and self.openings[i].active, "unknownFixedVacancy")
        self.openings[i].active = False
        return dict(closed=self.close_openings(i, now))

    # closed days
    def closure_recorded(self, a, i, d, now):
        self.manager(a)
        need(i not in self.closures, "closureExists")
        first, last = d["from"], d.get("to", d["from"])
        need(first <= last, "dateOutOfRange")
        long = date.fromisoformat(last) - date.fromisoformat(first)
        need(long.days + 1 <= 366 and last >= self.today(now).isoformat(), "dateOutOfRange")
        self.closures[i] = Obj(d, id=i, to=last, by=a)

        def there(x):
            at = d.get("place") is None or x.place == d["place"]
            return at and first <= x.date <= last and not self.started(x, now)

        shifts = sorted(x.id for x in self.open() if there(x))
        vacancies = sorted(v.id for v in self.vacancies.values() if there(v) and v.places)
        if d.get("cancel"):
            more = {k: d[k] for k in ("override", "reason") if k in d}
            only = {k: d[k] for k in ("override",) if k in d}
            try:
                for x in shifts:
                    self.generated.append(("shift.cancelled", x, self.shift_cancelled(a, x, more, now)))
                for x in vacancies:
                    facts = self.vacancy_edited(a, x, dict(places=0, **only), now)
                    self.generated.append(("vacancy.edited", x, facts))
            except No as no:
                raise No(no.code, [x]) from no
        return dict(d, to=last, shifts=shifts, vacancies=vacancies)

    def closure_ended(self, a, i, d, now):
        self.manager(a)
        need(i in self.closures, "unknownClosure")
        c = self.closures[i]
        need(not c.ended and c.to >= self.today(now).isoformat(), "closureEnded")
        c.ended = True
        return dict(d, **{"from": c["from"], "to": c.to})

    # additions
    def shift_assigned(self, a, i, d, now):
        self.manager(a)
        x = self.shift(i)
        self.user(d["to"])
        self.employee(d["to"])
        ov = d.get("override", [])
        to = d["to"]
        self.open_days([x.date], ov)
        need("shiftStarted" in ov or not self.started(x, now), "shiftStarted")
        n = self.notice([x], now, ov)
        need(not x.hours, "hoursRecorded")
        need(x.owner != to, "ownShift")
        self.takes(to, x, now, False, (i,), ov)
        c, r = self.closing(to, x.date, now, (i,))
        f = self.times(
            x,
            **dict(
                d,
                **{
                    "from": x.owner,
                    "taker": x.taker if x.state == "awaiting" else None,
                    "request": x.request,
                    "closedRequest": c,
                    "released": r,
                    "notice": n,
                },
            ),
        )
        self.idle(x)
        x.owner = x.first = to
        self.close(c, r)
        self.late("assigned", x, a, d, n, now)
        return f

    def shift_edited(self, a, i, d, now):
        self.manager(a)
        x = self.shift(i)
        ov = d.get("override", [])
        for k in ("date", "start", "end"):
            need(d.get(k, 1) is not None, "missingField")
        o = Obj({k: d.get(k, x.get(k)) for k in ("date", "start", "end") + KEYS}, id=i)
        self.open_days([x.date, o["date"]], ov)
        need("shiftStarted" in ov or not self.started(x, now), "shiftStarted")
        need(not x.hours, "hoursRecorded")
        need(x.state != "awaiting", "awaitingApproval")
        need("shiftStarted" in ov or not self.started(o, now), "shiftStarted")
        n = None
        if any(o.get(k) != x.get(k) for k in ("date", "start", "end", "place")) or self.days(o) != self.days(x):
            n = self.notice([x, o], now, ov)
        self.require_time(o)
        need(not (x.state == "suggested" and o["date"] != x.date), "wrongDate")
        if "needs" in d and d["needs"] is not None:
            self.skill(x.owner, o["needs"], o["date"], ov)
        moved = self.interval(o) != self.interval(x) or o["date"] != x.date
        if moved:
            self.absence(x.owner, self.interval(o), ov)
        if moved or (o.get("breakMinutes") or 0) < (x.get("breakMinutes") or 0):
            self.length(x.owner, o, ov)
        if moved:
            self.day_rule(x.owner, o["date"], now, (i,), ov, i)
            self.overlap(x.owner, self.interval(o), now, (i,), ov)
            self.bound_load(x.owner, o, self.interval(o), now, (i,), ov)
        c = r = None
        if o["date"] != x.date:
            c, r = self.closing(x.owner, o["date"], now, (i,))
        for k in ("date", "start", "end") + KEYS:
            if o.get(k) is None:
                x.pop(k, None)
            else:
                x[k] = o[k]
        # An offer that had lapsed when its request was closed does not come back with a later start.
        if x.request and not self.requests[x.request].open:
            self.idle(x)
        self.close(c, r)
        self.late("edited", x, a, d, n, now)
        return dict(d, **self.times(x, owner=x.owner, closedRequest=c, released=r, notice=n))

    def shift_split(self, a, i, d, now):
        self.employee_or_manager(a)
        x = self.shift(i)
        by_manager = "manager" in self.roles(a)
        need(x.owner == a or by_manager, "notOwner")
        ov = d.get("override", [])
        need("override" not in d or by_manager, "notManager")
        need(d["into"] not in self.shifts, "shiftExists")
        begin = date.fromisoformat(x.date)
        # The first such time of day behind the start.
        cut = begin + timedelta(days=1 if d["at"] <= x.start else 0)
        last = (begin + timedelta(days=self.days(x)) - cut).days
        if by_manager:
            self.open_days([x.date, cut.isoformat()], ov)
        need("shiftStarted" in ov or not self.started(x, now), "shiftStarted")
        need(not x.hours, "hoursRecorded")
        need(x.state == "idle", "wrongState")
        parts = [Obj(x, end=d["at"], days=None), Obj(x, date=cut.isoformat(), start=d["at"], days=last)]
        lengths = [b - a for a, b in map(self.interval, parts)]
        parts[0 if lengths[1] > lengths[0] else 1].breakMinutes = None
        minutes = min(map(self.minutes, parts))
        need(minutes >= 1, "invalidSplit")
        if not by_manager:
            need(self.policies["minSplitMinutes"] > 0, "notManager")
            need(minutes >= self.policies["minSplitMinutes"], "partTooShort")
        if last == (1 if x.end <= d["at"] else 0):
            last = parts[1].days = None
        f = self.times(x, **d, owner=x.owner, intoDate=cut.isoformat(), intoDays=last)
        self.add(d["into"], x.owner, parts[1], root=self.root(i)).first = x.first
        x.end = d["at"]
        x.pop("days", None)
        if parts[0].breakMinutes is None:
            x.pop("breakMinutes", None)
        return f

    def vacancy(self, i):
        need(i in self.vacancies, "unknownVacancy")
        return self.vacancies[i]

    def vacancy_posted(self, a, i, d, now):
        self.manager(a)
        need(i not in self.vacancies, "vacancyExists")
        need(not self.started(d, now), "shiftStarted")
        self.require_time(d)
        self.zone_is_fixed = True
        self.vacancies[i] = Obj(d, id=i)
        return dict(d)

    def vacancy_edited(self, a, i, d, now):
        self.manager(a)
        v = self.vacancy(i)
        for k in ("date", "start", "end", "places"):
            need(d.get(k, 1) is not None, "missingField")
        ov = d.get("override", [])
        need("shiftStarted" in ov or not self.started(v, now), "shiftStarted")
        o = Obj(v)
        o.update(d)
        o.pop("override", None)
        for k in [k for k in o if o[k] is None]:
            del o[k]
        need("shiftStarted" in ov or not self.started(o, now), "shiftStarted")
        self.require_time(o)
        self.vacancies[i] = o
        return dict(d, **self.times(o, places=o.places, left=self.left(o)))

    def shift_claimed(self, a, i, d, now):
        self.employee_or_manager(a)
        need(i not in self.shifts, "shiftExists")
        v = self.vacancy(d["vacancy"])
        o = d.get("owner", a)
        self.user(o)
        plain = o == a and "override" not in d and "reason" not in d
        need(plain or "manager" in self.roles(a), "notManager")
        self.employee(o)
        ov = d.get("override", [])
        if "manager" in self.roles(a):
            self.open_days([v.date], ov)
        need("shiftStarted" in ov or not self.started(v, now), "shiftStarted")
        n = None if o == a else self.notice([v], now, ov)
        need("noPlaceLeft" in ov or self.left(v) > 0, "noPlaceLeft")
        self.takes(o, v, now, o == a, (), ov)
        c, r = self.closing(o, v.date, now)
        x = self.add(i, o, v, vacancy=v.id)
        self.close(c, r)
        self.late("claimed", x, a, d, n, now)
        return dict(
            d,
            **self.times(
                v,
                owner=o,
                left=self.left(v),
                closedRequest=c,
                released=r,
                notice=n,
                **{k: v.get(k) or None for k in KEYS[1:]},
            ),
        )

    def shift_dropped(self, a, i, d, now):
        x = self.own(a, i, now)
        need(x.vacancy, "notClaimed")
        need(x.state != "awaiting", "awaitingApproval")
        f = dict(owner=a, date=x.date, vacancy=x.vacancy, request=x.request)
        self.idle(x)
        x.state = "dropped"
        self.quiet(i)
        f["left"] = self.left(self.vacancies[x.vacancy])
        return f

    def absence_recorded(self, a, i, d, now):
        self.employee_or_manager(a)
        need(i not in self.absences, "absenceExists")
        u = d.get("user", a)
        self.user(u)
        need((u == a and "override" not in d) or "manager" in self.roles(a), "notManager")
        self.employee(u)
        o = Obj(
            id=i,
            user=u,
            date=d["date"],
            start=d.get("start", "00:00"),
            end=d.get("end", "00:00"),
            days=d.get("days"),
        )
        self.require_time(o)
        iv = self.interval(o)
        need(iv[1] > now or "dateOutOfRange" in d.get("override", []), "dateOutOfRange")
        self.zone_is_fixed = True
        self.absences[i] = o
        sh = sorted(
            x.id
            for x in self.open()
            if x.owner == u
            and not self.started(x, now)
            and max(self.interval(x)[0], iv[0]) < min(self.interval(x)[1], iv[1])
        )
        return dict(d, user=u, start=o.start, end=o.end, shifts=sh)

    def absence_ended(self, a, i, d, now):
        self.employee_or_manager(a)
        need(i in self.absences, "unknownAbsence")
        o = self.absences[i]
        need(o.user == a or "manager" in self.roles(a), "notManager")
        need(not o.ended and self.interval(o)[1] > now, "absenceEnded")
        o.ended = True
        return dict(user=o.user)

    def trade_offered(self, a, i, d, now):
        self.employee(a)
        need(i not in self.trades, "tradeExists")
        g = self.shift(d["give"])
        t = self.shift(d["take"])
        need(g.owner == a, "notOwner")
        need(t.owner != a, "ownShift")
        need(not self.started(g, now) and not self.started(t, now), "shiftStarted")
        need(g.state == "idle" and t.state == "idle", "wrongState")
        self.employee(t.owner)
        self.trades[i] = Obj(id=i, give=g.id, take=t.id, fr=a, to=t.owner, state="open")
        return dict(d, **{"from": a, "to": t.owner})

    def trade(self, i):
        need(i in self.trades, "unknownTrade")
        return self.trades[i]

    def swap(self, tr, now, lead):
        g, t = self.shifts[tr.give], self.shifts[tr.take]
        alive = all(x.state in ("idle", "supplied", "suggested", "awaiting") for x in (g, t))
        need(not any(self.started(x, now) for x in (g, t)), "shiftStarted")
        need(
            alive and g.state == "idle" and t.state == "idle" and g.owner == tr.fr and t.owner == tr.to,
            "wrongState",
        )
        need("employee" in self.roles(tr.fr) and "employee" in self.roles(tr.to), "missingRole")
        self.takes(tr.to, g, now, lead, (g.id, t.id))
        self.takes(tr.fr, t, now, lead, (g.id, t.id))

    def exchange(self, tr, now, own=True):
        g, t = self.shifts[tr.give], self.shifts[tr.take]
        c1, r1 = self.closing(tr.to, g.date, now, (g.id, t.id))
        c2, r2 = self.closing(tr.fr, t.date, now, (g.id, t.id))
        g.owner, t.owner = tr.to, tr.fr
        if own:
            self.quiet(g.id)
            self.quiet(t.id)
        self.close(c1, r1)
        self.close(c2, r2)
        tr.state = "done"
        return dict(closedRequests=sorted(c for c in (c1, c2) if c), released=sorted(r1 + r2))

    def trade_accepted(self, a, i, d, now):
        self.employee(a)
        tr = self.trade(i)
        need(tr.to == a, "notOwner")
        need(tr.state != "accepted", "alreadyAccepted")
        need(tr.state == "open", "tradeClosed")
        self.swap(tr, now, True)
        final = self.policies["marketApproval"] != "manager"
        f = dict(give=tr.give, take=tr.take, to=tr.to, final=final, **{"from": tr.fr})
        if final:
            f.update(self.exchange(tr, now))
        else:
            tr.state = "accepted"
        return f

    def trade_approvers(self, tr):
        m = self.managers()
        return m if len(m) == 1 else m - {tr.fr, tr.to}

    def trade_approved(self, a, i, d, now):
        self.employee_or_manager(a)
        tr = self.trade(i)
        need(a in self.trade_approvers(tr), "notApprover")
        need(tr.state != "open", "notAwaiting")
        need(tr.state == "accepted", "tradeClosed")
        self.swap(tr, now, False)
        return dict(give=tr.give, take=tr.take, to=tr.to, **{"from": tr.fr}, **self.exchange(tr, now))

    def trade_ended(self, a, i, d, now):
        self.employee_or_manager(a)
        tr = self.trade(i)
        need(tr.state in ("open", "accepted"), "tradeClosed")
        need(a in (tr.fr, tr.to) or (tr.state == "accepted" and a in self.trade_approvers(tr)), "notOwner")
        tr.state = "ended"
        return dict(give=tr.give, take=tr.take, to=tr.to, **{"from": tr.fr})
