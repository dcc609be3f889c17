"""Broken limits of the roster that `rules.py` holds, found by a look at all pairs, without a look at Sources."""

from datetime import date, timedelta

MINUTE = timedelta(minutes=1)
KINDS = [
    "overlapping",
    "restTooShort",
    "dayTaken",
    "weekTooLong",
    "tooManyDays",
    "shiftTooLong",
    "skillMissing",
    "absent",
    "unowned",
    "closedDay",
    "understaffed",
]


def place(w, x):
    return x.owner, x.date, x.start, x.end, w.days(x)


class Given:
    """The events that last gave shifts their owners or times, and vacancies theirs; and who was employed when."""

    def __init__(self):
        self.count, self.shifts, self.vacancies, self.spans = 0, {}, {}, {}

    def before(self, w):
        return {x.id: place(w, x) for x in w.open()}

    def after(self, w, before, now, submission, facts):
        """Takes in what one submission, or an extension, has changed."""
        self.count += 1
        data = submission.get("data", {})
        generated = {subject: n for n, (_, subject, _) in enumerate(w.generated)}
        for x in w.open():
            if before.get(x.id) != place(w, x):
                made = generated.get(x.id)
                override = data.get("override", []) if made is None else []
                self.shifts[x.id] = ((self.count, -1 if made is None else made), now, override)
        if submission["type"] in ("vacancy.posted", "vacancy.edited"):
            self.vacancies[submission["subject"]] = now
        edited = facts["edited"] if submission["type"] == "fixedvacancy.edited" else []
        for i in edited + [i for i in generated if i in w.vacancies]:
            self.vacancies[i] = now
        for u, user in w.users.items():
            spans = self.spans.setdefault(u, [])
            employed = bool(spans) and spans[-1][1] is None
            if employed and "employee" not in user.roles:
                spans[-1][1] = now
            elif not employed and "employee" in user.roles:
                spans.append([now, None])

    def had_left(self, u, moment):
        spans = self.spans.get(u, [])
        if any(begin <= moment and (end is None or moment <= end) for begin, end in spans):
            return False
        return not spans or any(end and end < moment for _, end in spans)


def shared(w, x, y):
    a, b = w.interval(x), w.interval(y)
    return min(max(a), max(b)) - max(a[0], b[0])


def of_person(w, u, now):
    """What breaks a limit among the shifts of one person: kind, the shift it stands at, all that make it, numbers."""
    held = sorted(w.held(u, now), key=lambda x: (w.interval(x)[0], x.id))
    found = []
    handover = w.policies["handoverMinutes"]
    at_once = w.policies["maxShiftsAtOnce"]
    for n, later in enumerate(held):
        over = [x for x in held[:n] if shared(w, x, later) > handover * MINUTE]
        if len(over) < at_once:
            over = []
        for x in over:
            together = [later.id, x.id] if at_once == 1 else [later.id] + [y.id for y in over]
            found.append(
                dict(kind="overlapping", shift=later, parts=[later.id, x.id], together=together, other=x.id)
                | dict(actual=shared(w, x, later) // MINUTE, limit=handover)
            )
        rest = w.limit(u, "minRestMinutes", later.date)
        for x in held[:n]:
            between = -shared(w, x, later)
            if x in over or w.root(x.id) == w.root(later.id) or not between < rest * MINUTE or not rest:
                continue
            actual = max(between, timedelta()) // MINUTE
            found.append(
                dict(kind="restTooShort", shift=later, parts=[later.id, x.id], other=x.id, actual=actual, limit=rest)
            )

    def group(kind, some, actual, limit):
        if limit and actual > limit:
            found.append(dict(kind=kind, shift=some[-1], parts=[x.id for x in some], actual=actual, limit=limit))

    def groups(key):
        return [[x for x in held if key(x) == k] for k in sorted({key(x) for x in held})]

    for some in groups(lambda x: x.date):
        group("dayTaken", some, len({w.root(x.id) for x in some}), w.policies["maxShiftsPerDay"])
    for some in groups(lambda x: date.fromisoformat(x.date).isocalendar()[:2]):
        monday = date.fromisocalendar(*date.fromisoformat(some[0].date).isocalendar()[:2], 1).isoformat()
        group("weekTooLong", some, sum(map(w.minutes, some)), w.limit(u, "maxWeekMinutes", monday))
    days = sorted({date.fromisoformat(x.date) for x in held})
    run = []
    for n, day in enumerate(days):
        run.append(day.isoformat())
        if n + 1 < len(days) and days[n + 1] == day + timedelta(days=1):
            continue
        group("tooManyDays", [x for x in held if x.date in run], len(run), w.limit(u, "maxDaysInRow", run[-1]))
        run = []
    return [dict(user=u) | breach for breach in found]


def of_shift(w, x, now, given):
    """What a shift breaks by itself."""
    found = []

    def add(kind, **more):
        found.append(dict(kind=kind, user=x.owner, shift=x, parts=[x.id]) | more)

    most = w.own_limit(x.owner, "maxShiftMinutes", x.date)
    if most and w.minutes(x) > most:
        add("shiftTooLong", actual=w.minutes(x), limit=most)
    for skill in x.needs or []:
        if not w.has_skill(x.owner, skill, x.date):
            add("skillMissing", skill=skill)
    for a in w.absences.values():
        if a.user == x.owner and not a.ended and shared(w, a, x) > timedelta():
            add("absent", other=a.id)
    end = w.interval(x)[1]
    if given.had_left(x.owner, end) if end <= now else "employee" not in w.roles(x.owner):
        add("unowned")
    for c in w.closures.values():
        if not c.ended and c["from"] <= x.date <= c["to"] and c.place in (None, x.place):
            add("closedDay", other=c.id)
    return found


def order(breach):
    where = (breach["shift"].date, breach["shift"].id) if "shift" in breach else (breach["date"], breach["vacancy"])
    rest = (breach.get(key) or "" for key in ("other", "skill", "user"))
    return KINDS.index(breach["kind"]), *where, *rest


def warnings(w, ids, now, given):
    """The limits that each of some shifts breaks now, with what is in its way."""
    told = []
    for i in ids:
        x = w.shifts[i]
        found = [b for b in of_person(w, x.owner, now) if i in b["parts"]] + of_shift(w, x, now, given)
        for b in sorted(found, key=order):
            if b["kind"] != "unowned":
                thing = b.get("skill") or (b["kind"] in ("absent", "closedDay") and b["other"])
                told.append((b["kind"], [thing] if thing else sorted(j for j in b["parts"] if j != i)))
    return told


def rows(w, now, given, stamp, every=True):
    """The rows of `checks --all`, or of what has not ended."""
    found = [b for u in w.users for b in of_person(w, u, now)]
    found += [b for x in w.open() for b in of_shift(w, x, now, given)]
    for v in w.vacancies.values():
        taken = sum(x.vacancy == v.id for x in w.open())
        if v.places and v.wanted is not None and taken < v.wanted:
            found.append(dict(kind="understaffed", vacancy=v.id, date=v.date, actual=taken, limit=v.wanted))
    for b in sorted(found, key=order):
        if not every and w.interval(b.get("shift") or w.vacancies[b["vacancy"]])[1] <= now:
            continue
        if "shift" in b:
            last = max((given.shifts[i] for i in b.get("together", b["parts"])), key=lambda g: g[0])
            since, override = last[1], b["kind"] in last[2]
        else:
            since, override = given.vacancies[b["vacancy"]], False
        yield dict(
            kind=b["kind"],
            user=b.get("user"),
            date=b["shift"].date if "shift" in b else b["date"],
            shift=b["shift"].id if "shift" in b else None,
            vacancy=b.get("vacancy"),
            other=b.get("other"),
            actual=b.get("actual"),
            limit=b.get("limit"),
            skill=b.get("skill"),
            override=override,
            since=stamp(since),
        )
