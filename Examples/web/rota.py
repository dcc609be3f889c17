"""A rota for one store: `flask --app rota demo` makes a log to look at, README.md says how to serve it.

The log decides; this program shows what it says. Each worker process has one session for reads and writes and one
follower, which wakes the pages that are open.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import socket
import threading
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, TypeVar, cast
from urllib.parse import quote, unquote, urlsplit
from zoneinfo import ZoneInfo

import click
from flask import Flask, Response, abort, g, jsonify, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from shift_events import Invalid, Log, LogError, Refused, Submission
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.security import check_password_hash, generate_password_hash

FOLDER = Path(os.environ.get("ROTA_FOLDER", "rota-data"))
NOW = os.environ.get("ROTA_NOW")
View = TypeVar("View", bound=Callable[..., ResponseReturnValue])

app = Flask(__name__)
app.config["SESSION_COOKIE_SAMESITE"] = "Strict"
app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=30)
# An answer that is still on its way when somebody signs out would sign them in again.
app.config["SESSION_REFRESH_EACH_REQUEST"] = False


# What a worker holds.

class Store:
    """The log of a store, opened once a worker, when it is first asked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._log: Log | None = None
        self.changed = threading.Condition()
        self.position = 0
        self.people: dict[str, dict[str, Any]] = {}
        self.zone = ZoneInfo("UTC")

    def open(self, create: bool = False) -> Log:
        with self._lock:
            if self._log is None:
                path = FOLDER / "store.jsonl"
                log = Log(path, create, now=NOW) if NOW else Log(path, create)
                try:
                    self.position = log.ping()["sequence"]
                    self.read_people(log)
                    threading.Thread(target=self.follow, args=(log,), daemon=True).start()
                except BaseException:  # The next request opens it anew.
                    log.close(timeout=0)
                    raise
                self._log = log
            return self._log

    @property
    def log(self) -> Log:
        return self.open()

    def read_people(self, log: Log) -> None:
        document = log.show("users")
        self.people = {row["user"]: cast(dict[str, Any], row) for row in document["rows"]}
        self.zone = ZoneInfo(document["timeZone"])

    def follow(self, log: Log) -> None:
        """Wakes every open page when something was recorded, by whichever worker."""
        try:
            for event in log.follow(after=self.position):
                if event["type"].startswith(("user.", "role.", "profile.", "skill.", "workplace.")):
                    self.read_people(log)
                with self.changed:
                    self.position = int(event["sequence"])
                    self.changed.notify_all()
        except Exception as fault:  # Also what Python itself lacks, such as a new zone.
            app.logger.critical("nothing is followed any more: %s", fault)
            os._exit(1)  # The server starts another worker, which finds out whether the log is sound.

    def wait(self, after: int, seconds: float) -> int:
        with self.changed:
            self.changed.wait_for(lambda: self.position > after, seconds)
            return self.position


store = Store()
asking = ThreadPoolExecutor()


def secret_key() -> str:
    """The key that signs the cookies, made once a store."""
    FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = FOLDER / "secret-key"
    if not key.exists():
        made = FOLDER / f"secret-key-{os.getpid()}"
        made.touch(mode=0o600)
        made.write_text(secrets.token_hex(32))
        try:
            key.hardlink_to(made)
        except FileExistsError:
            pass  # Another worker was quicker.
        made.unlink()
    return key.read_text()


app.secret_key = secret_key()


def today(days: int = 0) -> str:
    """The day on the clocks of the workplace, or one so many days later."""
    moment = datetime.fromisoformat(NOW) if NOW else datetime.now(UTC)
    return (moment.astimezone(store.zone).date() + timedelta(days=days)).isoformat()


# Logins: the log knows people, this file knows their passwords.

NOBODY = generate_password_hash(secrets.token_hex())

def passwords() -> dict[str, str]:
    return cast(dict[str, str], json.loads((FOLDER / "passwords.json").read_text()))


@app.before_request
def who() -> None:
    user: str = session.get("user", "")
    store.open()
    g.roles = store.people.get(user, {}).get("roles", [])
    g.user = user if g.roles else None  # Somebody who was erased is still listed, without roles.
    if request.method == "POST" and comes_from_elsewhere():
        wrong("This form is one of another site.", 403)


def comes_from_elsewhere() -> bool:
    """True of a form of another site: it needs no cookie to sign somebody in or out."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = request.headers.get("Origin")
    return origin is not None and urlsplit(origin).netloc != request.host


def signed_in(view: View) -> View:
    @wraps(view)
    def checked(*words: Any, **named: Any) -> ResponseReturnValue:
        return view(*words, **named) if g.user else redirect(url_for("login"))
    return cast(View, checked)


@app.route("/login", methods=["GET", "POST"])
def login() -> ResponseReturnValue:
    if request.method == "POST":
        user, known = request.form.get("user", ""), passwords()
        # Whether somebody is known is not told by the time that an answer takes.
        fits = check_password_hash(known.get(user, NOBODY), request.form.get("password", ""))
        if user in known and fits:
            session.clear()
            session["user"], session.permanent = user, True
            return redirect(url_for("home"))
        say("This name and password do not fit.")
    return render_template("login.html"), 401 if request.method == "POST" else 200


@app.post("/logout")
def logout() -> ResponseReturnValue:
    session.clear()
    return redirect(url_for("login"))


# What people see.

def say(text: str) -> None:
    """Has the next page say something. It is no part of the session, which signing in and out alone may change."""
    g.note = text


@app.template_global()
def note() -> str:
    g.is_said = True
    return g.note if "note" in g else unquote(request.cookies.get("note", ""))


@app.after_request
def keep_note(response: Response) -> Response:
    if "note" in g and "is_said" not in g:
        response.set_cookie("note", quote(g.note), max_age=60, httponly=True, samesite="Strict")
    elif "is_said" in g and "note" in request.cookies:
        response.delete_cookie("note", httponly=True, samesite="Strict")
    return response


@app.template_filter("who")
def name_of(user: str) -> str:
    """A name; of letters that run from right to left one that turns no arrow and no time beside it."""
    name = cast(str, store.people.get(user, {}).get("name", user))
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if turns else name


@app.template_filter("day")
def day(date: str) -> str:
    return datetime.fromisoformat(date).strftime("%a %-d %b")


@app.template_filter("times")
def times(row: Mapping[str, Any], on: str | None = None) -> str:
    """The times of a shift: of one that is longer than 24 hours with the day of its end, or what falls on a day."""
    last = last_day(row)
    if last == row["date"]:
        return f"{row['start']}–{row['end']}"
    if on is None:
        end = date.fromisoformat(row["date"]) + timedelta(days=row["days"])
        return f"{row['start']} – {day(end.isoformat())} {row['end']}"
    return f"{row['start'] if on == row['date'] else ''}–{row['end'] if on == last else ''}"


@app.template_filter("told")
def told(row: Mapping[str, Any]) -> str:
    """What tells one row of a list from the others, for those who hear the name of a button alone."""
    people = " → ".join(name_of(row[key]) for key in ("owner", "taker") if key in row)
    return ", ".join(filter(None, [f"{day(row['date'])} {times(row)}", people]))


@app.template_filter("moment")
def moment(time: str) -> str:
    """A time of the log, which is in UTC, on the clocks of the workplace."""
    return datetime.fromisoformat(time).astimezone(store.zone).strftime("%a %-d %b %H:%M")


# The log's codes as people say them; one that is not here is taken apart into its words.
SAID = {
    "idle": "planned", "supplied": "on offer", "awaiting": "to approve", "suggested": "suggested", "open": "open",
    "dayTaken": "you already work then", "ownShift": "yours", "missingRole": "not for your role",
    "skillMissing": "needs a skill", "shiftStarted": "has begun",
    "running": "has begun", "missing": "no hours yet", "working": "at work", "paused": "on a break",
    "recorded": "to confirm", "overlap": "overlaps another shift", "ahead": "ends after it was recorded",
    "long": "longer than twice the plan", "day": "more than 16 hours that day",
}
NEWS = {
    "taken": "Your shift was taken", "awaitingApproval": "Waits for your approval", "withdrawn": "Taken back",
    "suggestionAccepted": "Your suggestion was taken", "approved": "Approved", "disapproved": "Refused",
    "suggestion": "Somebody suggests a shift to you", "suggestionWithdrawn": "A suggestion was taken back",
    "released": "Not yours to take over any more", "scheduled": "A new shift for you", "cancelled": "Cancelled",
    "removed": "Taken off the rota", "assigned": "Given to you", "edited": "Changed", "claimed": "A place was taken",
    "dropped": "Somebody left a shift", "uncovered": "A shift needs somebody", "tradeOffered": "A trade is offered to you",
    "tradeAccepted": "Your trade was accepted", "traded": "Traded", "tradeEnded": "A trade came to nothing",
    "published": "The rota was published", "answerAwaited": "A late change awaits your answer", "answered": "Answered",
    "restored": "As it was again", "hoursConfirmed": "Your hours were confirmed", "periodClosed": "A period was closed",
    "periodReopened": "A period was opened again", "contract": "Your contract was set", "hoursRecorded": "Hours were recorded",
    "reserved": "A deal was reserved", "rated": "A deal was rated", "reservationCancelled": "A reservation was cancelled",
    "paid": "Paid", "refunded": "Paid back", "dealRemoved": "A deal was taken away", "split": "Cut into two shifts",
}


@app.template_filter("said")
def said(code: str) -> str:
    return SAID.get(code) or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", code).replace(".", " ").lower()


@app.template_filter("news")
def news(kind: str) -> str:
    return NEWS.get(kind) or said(kind).capitalize()


def wrong(words: str, status: int = 400) -> NoReturn:
    """Ends a request that no page of ours makes."""
    abort(status, words)


@app.template_filter("hours")
def hours(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


def may(type: str, subject: str) -> bool:
    """Whether the rules would take it now: so no page has a button that is refused."""
    try:
        store.log.judge(cast(Submission, {"type": type, "subject": subject, "actor": g.user, "source": "/rota"}))
    except Refused:
        return False
    return True


def shown(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of a document. A page is as old as the oldest that it shows: what came later, it has not shown."""
    sequence: int = document["asOf"]["sequence"]
    g.position = min(sequence, g.get("position", sequence))
    return cast("list[dict[str, Any]]", document["rows"])


def sheet(**chosen: Any) -> list[dict[str, Any]]:
    """Rows of the time sheet; those of shifts have all that the desk asks for."""
    return shown(store.log.show("timesheet", **chosen))


def some(name: str, count: int, wanted: Callable[[dict[str, Any]], bool], **chosen: Any) -> list[dict[str, Any]]:
    """The first rows that are wanted, among the first thousand."""
    found: list[dict[str, Any]] = []
    pages = cast(Callable[..., Iterator[Mapping[str, Any]]], store.log.pages)
    for number, page in enumerate(pages(name, limit=50, **chosen)):
        found += filter(wanted, shown(page))
        if len(found) >= count or number == 19:
            break
    return found[:count]


def number(name: str) -> str:
    """The number of rows that are open, as far as one page tells it."""
    page = cast(Callable[..., Mapping[str, Any]], store.log.show)(name, limit=200)
    return f"{len(shown(page))}{'+' if 'next' in page else ''}"


def work() -> list[dict[str, Any]]:
    """One's shifts that can be worked by the clock now; a night is yesterday's."""
    rows = sheet(user=g.user, from_=today(-1), to=today(1))
    return [{**row, "begins": begins} for row in rows if row.get("worker") == g.user
            for begins in [row.get("status") in ("planned", "running") and may("work.started", row["shift"])]
            if begins or row.get("status") in ("working", "paused")]


def home_rows() -> dict[str, Any]:
    log, user = store.log, g.user
    # Asked at once: the session answers one after the other, and none of them waits for the next question.
    shifts, waiting, news = (asking.submit(question) for question in (
        lambda: log.show("schedule", user=user, limit=8),
        lambda: log.show("approvals", user=user, limit=6),
        lambda: log.show("inbox", user=user, last=5)))
    return {
        "work": work(),
        "shifts": shown(shifts.result()),
        "offers": some("marketplace", 6, lambda row: bool(row.get("mayTake")), for_=user),
        "waiting": shown(waiting.result()),
        "news": shown(news.result()),
    }


@app.route("/")
@signed_in
def home() -> ResponseReturnValue:
    return render_template("home.html", **home_rows())


@app.route("/api/home")
@signed_in
def home_json() -> ResponseReturnValue:
    return jsonify(home_rows())


def last_day(row: Mapping[str, Any]) -> str:
    """The last day of a shift's rows: up to 24 hours are the first day's, longer work is each day's that it touches."""
    days = row.get("days", 0) - (row["end"] == "00:00") if row.get("days", 0) > 1 or row["end"] > row["start"] else 0
    return (date.fromisoformat(row["date"]) + timedelta(days=max(days, 0))).isoformat()


@app.route("/schedule")
@signed_in
def schedule() -> ResponseReturnValue:
    try:
        first = date.fromisoformat(request.args.get("from") or today())
    except ValueError:
        wrong("That is no day: a link to a week ends in a date, such as from=2026-01-12.")
    if not 1900 < first.year < 9000:
        wrong("There is no rota for that year.")
    first -= timedelta(days=first.weekday())
    dates = [(first + timedelta(days=number)).isoformat() for number in range(7)]
    rows = shown(store.log.show("schedule", from_=dates[0], to=dates[-1]))
    days = {one: [row for row in rows if row["date"] <= one <= last_day(row)] for one in dates}
    return render_template("schedule.html", dates=dates, days=days, before=first - timedelta(days=7),
                           behind=first + timedelta(days=7))


@app.route("/marketplace")
@signed_in
def marketplace() -> ResponseReturnValue:
    page = store.log.show("marketplace", for_=g.user, limit=30, after=request.args.get("after"))
    return render_template("marketplace.html", rows=shown(page), next=page.get("next"))


@app.route("/requests")
@signed_in
def requests() -> ResponseReturnValue:
    mine = [row for row in shown(store.log.show("schedule", user=g.user, limit=60)) if row["status"] == "idle"]
    page = store.log.show("requests", limit=50, after=request.args.get("after"))
    return render_template("requests.html", rows=shown(page), next=page.get("next"), mine=mine, today=today())


@app.route("/approvals")
@signed_in
def approvals() -> ResponseReturnValue:
    page = store.log.show("approvals", user=g.user, limit=50, after=request.args.get("after"))
    return render_template("approvals.html", rows=shown(page), next=page.get("next"))


@app.route("/inbox")
@signed_in
def inbox() -> ResponseReturnValue:
    return render_template("inbox.html", rows=shown(store.log.show("inbox", user=g.user, last=50)))


@app.route("/desk")
@signed_in
def desk() -> ResponseReturnValue:
    if "manager" not in g.roles:
        wrong("Only managers have a desk.", 403)
    log = store.log
    unconfirmed = some("timesheet", 200, lambda row: row["status"] == "recorded"
                       and g.user not in (row["worker"], row["recordedBy"]), unconfirmed=True, to=today())
    weeks: dict[str, list[Any]] = {}
    for row in unconfirmed:
        weeks.setdefault("week {1}".format(*date.fromisoformat(row["date"]).isocalendar()), []).append(row)
    now = sheet(from_=today(-1), to=today())
    rows = {"weeks": weeks, "present": [row for row in now if row["status"] in ("working", "paused")],
            "late": [row for row in shown(log.show("attention")) if row["kind"] == "late"],
            "running": shown(log.show("schedule", running=True)),
            "approvals": shown(log.show("approvals", limit=50)),
            "week": shown(log.show("schedule", from_=today(), limit=40)),
            "requests": number("requests"), "market": number("marketplace")}
    return render_template("desk.html", people=store.people, **rows)


@app.route("/shift/<shift>")
@signed_in
def shift(shift: str) -> ResponseReturnValue:
    return render_template("shift.html", shift=shift, rows=shown(store.log.audit(shift=shift)))


# What people do.

ACTIONS = {
    "offer": "shift.supplied", "revoke": "shift.revoked", "take": "shift.accepted", "withdraw": "acceptance.withdrawn",
    "approve": "shift.approved", "disapprove": "shift.disapproved", "suggest": "shift.suggested",
    "accept": "suggestion.accepted", "ask": "request.posted", "schedule": "shift.scheduled",
    "begin": "work.started", "pause": "work.paused", "resume": "work.resumed", "end": "work.ended",
    "confirm": "hours.confirmed",
}
# A path of this site, and nothing that a browser could take for another one.
OWN_PATH = re.compile(r"/([A-Za-z0-9._~-][A-Za-z0-9._~/-]*)?")
FIELDS = {"suggest": ["request"], "ask": ["date"], "schedule": ["owner", "date", "start", "end"]}


@app.post("/do/<action>/<subject>")
@signed_in
def act(action: str, subject: str) -> ResponseReturnValue:
    if action not in ACTIONS:
        wrong("Nobody can do that here.", 404)
    data = {name: request.form[name] for name in FIELDS.get(action, []) if request.form.get(name)}
    submission = {"type": ACTIONS[action], "subject": subject, "actor": g.user, "data": data, "source": "/rota"}
    # The form made the id: sent twice, it is recorded once. Where it says what was seen, nothing newer is meant.
    for name, field in [("id", "id"), ("expectedsequence", "seen")]:
        if request.form.get(field):
            submission[name] = request.form[field]
    reply = store.log.append(cast(Submission, submission))
    if request.accept_mimetypes.best == "application/json":
        return jsonify(reply)
    say("Done." if reply["status"] == "appended" else "That was done already.")
    back = request.form.get("back", "")
    return redirect(back if OWN_PATH.fullmatch(back) else url_for("home"))


@app.post("/confirm")
@signed_in
def confirm() -> ResponseReturnValue:
    """Confirms what a page showed. Hours that somebody recorded since are not confirmed unseen."""
    done, left = 0, 0
    for shift in request.form.getlist("shift"):
        submission = {"type": "hours.confirmed", "subject": shift, "actor": g.user, "source": "/rota",
                      "id": f"{request.form.get('id') or new_id()}-{shift}", "expectedsequence": request.form.get("seen")}
        try:
            store.log.append(cast(Submission, {name: value for name, value in submission.items() if value}))
            done += 1
        except Invalid:
            raise
        except Refused as no:
            app.logger.info("%s", no)
            left += 1
    say(f"{done} confirmed." + (f" {left} not: they changed meanwhile, or are not yours to confirm." if left else ""))
    return redirect(url_for("desk"))


@app.template_global()
def new_id() -> str:
    return secrets.token_hex(8)


# In one's own words, by code and details; the message of the log serves for the rest.
WORDS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "dayTaken": lambda d: f"{name_of(d['user'])} already works on {day(d['date'])}.",
    "ownShift": lambda d: "This shift is yours.",
    "alreadyAccepted": lambda d: ("You took this shift: it awaits an approval." if g.user in d.values()
                                  else "Somebody was quicker: this shift awaits an approval."),
    "notOwner": lambda d: "This shift is not yours.",
    "notManager": lambda d: "A manager does that.",
    "notOnMarketplace": lambda d: "Somebody was quicker: this shift is not on the marketplace any more.",
    "shiftStarted": lambda d: "This shift has begun.",
    "tooEarly": lambda d: f"Work begins at most {d['limit']} minutes before the shift.",
    "workStarted": lambda d: "You began this shift already.",
    "workRunning": lambda d: "You are at work on another shift: end it first.",
    "notWorking": lambda d: "No work of this shift is running.",
}


def not_done(words: str, status: int, code: str, details: Mapping[str, Any] | None = None) -> ResponseReturnValue:
    if request.accept_mimetypes.best == "application/json" or request.path.startswith("/api/"):
        return jsonify(error=code, message=words, details=details or {}), status
    return render_template("refused.html", words=words), status


def refused(no: Refused) -> ResponseReturnValue:
    words = WORDS[no.code](no.details) if no.code in WORDS else no.message + "."
    if words.split(" ")[0] not in no.details.values():  # An id keeps its letters.
        words = words[:1].upper() + words[1:]
    if isinstance(no, Invalid):  # What was sent is wrong, whatever the log holds: no page of ours sends it.
        app.logger.warning("%s", no)
        return not_done("Something in what was sent is not as it must be, so nothing was done.", 400, no.code)
    is_unknown = no.code.startswith("unknown") and request.method == "GET"
    return not_done("There is no such thing here." if is_unknown else words, 404 if is_unknown else 409, no.code, no.details)


def failed(fault: LogError) -> ResponseReturnValue:
    app.logger.error("%s", fault)
    return not_done("The log does not answer as it should; try again.", 503, fault.code)


def other(error: HTTPException) -> ResponseReturnValue:
    said_here = error.description if error.code in (400, 403, 404) and error.description else "That did not work."
    answer = make_response(not_done("There is no such page." if error.code == 404 and request.routing_exception
                                    else said_here, error.code or 500, str(error.code)))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answer.headers["Allow"] = ", ".join(error.valid_methods)
    return answer


app.register_error_handler(Refused, refused)
app.register_error_handler(LogError, failed)
app.register_error_handler(HTTPException, other)


# Live, and health.

def has_left(reader: socket.socket | None) -> bool:
    """True once a browser has closed its stream: a thread that only writes learns that many seconds later."""
    try:
        return reader is not None and reader.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except (BlockingIOError, TimeoutError, ValueError):  # Nothing has come, or TLS does not let anybody look.
        return False
    except OSError:
        return True


@app.route("/live")
@signed_in
def live() -> ResponseReturnValue:
    try:
        after = int(request.headers.get("Last-Event-ID") or request.args.get("after") or store.position)
    except ValueError:
        wrong("A place in the log is a number.")

    def told(after: int, reader: socket.socket | None) -> Iterator[str]:
        yield "retry: 500\n\n"
        silence = 0
        while not has_left(reader):
            position = store.wait(after, 1)
            if position != after:  # Behind it, where the log was restored to an earlier event.
                yield f"id: {position}\ndata: {position}\n\n"
            elif silence == 14:
                yield ": still here\n\n"
            silence = silence + 1 if position == after and silence < 14 else 0
            after = position
    return Response(told(after, request.environ.get("gunicorn.socket")), mimetype="text/event-stream",
                    headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


@app.route("/health")
def health() -> ResponseReturnValue:
    return jsonify(store.log.ping())


@app.context_processor
def shared() -> dict[str, Any]:
    return {"position": g.get("position", store.position)}


@app.cli.command("demo")
@click.option("--people", default=6)
@click.option("--password", default="rota")
def demo(people: int, password: str) -> None:
    """Makes a log with a store, its people and two weeks of shifts; everybody has the same password."""
    names = ["Mia", "Bas", "Eva", "Tom", "Noa", "Ida", "Sam", "Ann", "Lou", "Kim"]
    users = [f"u{number}" for number in range(1, people + 1)]
    first = datetime.fromisoformat(today()) + timedelta(days=1)
    act = {"actor": "u1", "source": "/rota"}
    events: list[dict[str, Any]] = [{**act, "type": "workplace.configured", "subject": "store",
                                     "data": {"timeZone": "Europe/Amsterdam", "marketApproval": "manager"}}]
    for number, user in enumerate(users):
        roles = ["manager", "employee"] if number == 0 else ["employee"]
        events.append({**act, "type": "user.registered", "subject": user,
                       "data": {"roles": roles, "name": names[number % len(names)] + str(number // len(names) or "")}})
    for number in range(14 * (people - 1)):
        date, owner = first + timedelta(days=number // (people - 1)), users[1 + number % (people - 1)]
        start = 8 + 4 * (number % 3)
        if (number + number // 7) % 2:
            events.append({**act, "type": "shift.scheduled", "subject": f"S{number}",
                           "data": {"owner": owner, "date": date.date().isoformat(), "start": f"{start:02}:00",
                                    "end": f"{start + 5:02}:00"}})
    try:
        store.open(create=True).batch(cast(list[Submission], events))
    except Refused as no:
        raise click.ClickException(f"{FOLDER} has a store already: {no.message}") from no
    hashed = generate_password_hash(password)
    (FOLDER / "passwords.json").touch(mode=0o600)
    (FOLDER / "passwords.json").write_text(json.dumps({user: hashed for user in users}))
    click.echo(f"{FOLDER}: sign in as u1 (the manager) … {users[-1]}, password {password}")
