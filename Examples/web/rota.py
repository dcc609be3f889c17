"""A rota for one store: `flask --app rota demo` makes a log to look at, README.md says how to serve it.

The log decides; this program shows what it says. Each worker process has one session for reads and writes and one
follower, which wakes the pages that are open.
"""

from __future__ import annotations

import json
import os
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast
from zoneinfo import ZoneInfo

import click
from flask import Flask, Response, flash, g, jsonify, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from shift_events import Failed, Log, LogError, Refused, Submission
from werkzeug.security import check_password_hash, generate_password_hash

FOLDER = Path(os.environ.get("ROTA_FOLDER", "rota-data"))
NOW = os.environ.get("ROTA_NOW")
View = TypeVar("View", bound=Callable[..., ResponseReturnValue])

app = Flask(__name__)
app.config["SESSION_COOKIE_SAMESITE"] = "Strict"
app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=30)


# What a worker holds.

class Store:
    """The log of a store, opened once a worker, when it is first asked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._log: Log | None = None
        self.changed = threading.Condition()
        self.position = 0
        self.people: dict[str, dict[str, Any]] = {}

    def open(self, create: bool = False) -> Log:
        with self._lock:
            if self._log is None:
                path = FOLDER / "store.jsonl"
                self._log = Log(path, create, now=NOW) if NOW else Log(path, create)
                self.position = self._log.ping()["sequence"]
                self.read_people(self._log)
                threading.Thread(target=self.follow, args=(self._log,), daemon=True).start()
            return self._log

    @property
    def log(self) -> Log:
        return self.open()

    def read_people(self, log: Log) -> None:
        self.people = {row["user"]: cast(dict[str, Any], row) for row in log.show("users")["rows"]}

    def follow(self, log: Log) -> None:
        """Wakes every open page when something was recorded, by whichever worker."""
        try:
            for event in log.follow(after=self.position):
                if event["type"].startswith(("user.", "role.", "profile.", "skill.")):
                    self.read_people(log)
                with self.changed:
                    self.position = int(event["sequence"])
                    self.changed.notify_all()
        except LogError as fault:
            app.logger.critical("nothing is followed any more: %s", fault)
            os._exit(1)  # The server starts another worker, which finds out whether the log is sound.

    def wait(self, after: int, seconds: float) -> int:
        with self.changed:
            self.changed.wait_for(lambda: self.position > after, seconds)
            return self.position


store = Store()


def secret_key() -> str:
    """The key that signs the cookies, made once a store."""
    FOLDER.mkdir(parents=True, exist_ok=True)
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


def today() -> str:
    moment = datetime.fromisoformat(NOW) if NOW else datetime.now(UTC)
    return moment.astimezone(ZoneInfo("Europe/Amsterdam")).date().isoformat()


# Logins: the log knows people, this file knows their passwords.

def passwords() -> dict[str, str]:
    return cast(dict[str, str], json.loads((FOLDER / "passwords.json").read_text()))


@app.before_request
def who() -> None:
    user: str = session.get("user", "")
    store.open()
    g.user = user if user in store.people else None
    g.roles = store.people[user]["roles"] if g.user else []


def signed_in(view: View) -> View:
    @wraps(view)
    def checked(*words: Any, **named: Any) -> ResponseReturnValue:
        return view(*words, **named) if g.user else redirect(url_for("login"))
    return cast(View, checked)


@app.route("/login", methods=["GET", "POST"])
def login() -> ResponseReturnValue:
    if request.method == "POST":
        user, known = request.form.get("user", ""), passwords()
        if user in known and check_password_hash(known[user], request.form.get("password", "")):
            session.clear()
            session["user"], session.permanent = user, True
            return redirect(url_for("home"))
        flash("This name and password do not fit.")
    return render_template("login.html"), 401 if request.method == "POST" else 200


@app.post("/logout")
def logout() -> ResponseReturnValue:
    session.clear()
    return redirect(url_for("login"))


# What people see.

@app.template_filter("who")
def name_of(user: str) -> str:
    return cast(str, store.people.get(user, {}).get("name", user))


@app.template_filter("day")
def day(date: str) -> str:
    return datetime.fromisoformat(date).strftime("%a %-d %b")


def home_rows() -> dict[str, Any]:
    log = store.log
    return {
        "shifts": log.show("schedule", user=g.user, limit=8)["rows"],
        "offers": [row for row in log.show("marketplace", for_=g.user, limit=6)["rows"] if row.get("mayTake")],
        "waiting": log.show("approvals", user=g.user, limit=6)["rows"],
        "news": log.show("inbox", user=g.user, last=5)["rows"],
    }


@app.route("/")
@signed_in
def home() -> ResponseReturnValue:
    return render_template("home.html", **home_rows())


@app.route("/api/home")
@signed_in
def home_json() -> ResponseReturnValue:
    return jsonify(home_rows())


@app.route("/schedule")
@signed_in
def schedule() -> ResponseReturnValue:
    first = datetime.fromisoformat(request.args.get("from", today()))
    first -= timedelta(days=first.weekday())
    dates = [(first + timedelta(days=number)).date().isoformat() for number in range(7)]
    rows = store.log.show("schedule", from_=dates[0], to=dates[-1])["rows"]
    days = {date: [row for row in rows if row["date"] == date] for date in dates}
    return render_template("schedule.html", dates=dates, days=days, before=(first - timedelta(days=7)).date(),
                           behind=(first + timedelta(days=7)).date())


@app.route("/marketplace")
@signed_in
def marketplace() -> ResponseReturnValue:
    page = store.log.show("marketplace", for_=g.user, limit=30, after=request.args.get("after"))
    return render_template("marketplace.html", rows=page["rows"], next=page.get("next"))


@app.route("/requests")
@signed_in
def requests() -> ResponseReturnValue:
    mine = [row for row in store.log.show("schedule", user=g.user, limit=60)["rows"] if row["status"] == "idle"]
    return render_template("requests.html", rows=store.log.show("requests", limit=50)["rows"], mine=mine, today=today())


@app.route("/approvals")
@signed_in
def approvals() -> ResponseReturnValue:
    return render_template("approvals.html", rows=store.log.show("approvals", user=g.user, limit=50)["rows"])


@app.route("/inbox")
@signed_in
def inbox() -> ResponseReturnValue:
    return render_template("inbox.html", rows=store.log.show("inbox", user=g.user, last=50)["rows"])


@app.route("/desk")
@signed_in
def desk() -> ResponseReturnValue:
    if "manager" not in g.roles:
        return "only managers have a desk", 403
    log = store.log
    rows = {"running": log.show("schedule", running=True, limit=20)["rows"],
            "approvals": log.show("approvals", limit=50)["rows"], "week": log.show("schedule", from_=today(), limit=40)["rows"],
            "requests": log.show("requests", limit=20)["rows"],
            "market": log.show("marketplace", limit=20)["rows"]}
    return render_template("desk.html", newest=store.position, people=store.people, **rows)


@app.route("/shift/<shift>")
@signed_in
def shift(shift: str) -> ResponseReturnValue:
    return render_template("shift.html", shift=shift, rows=store.log.audit(shift=shift)["rows"])


# What people do.

ACTIONS = {
    "offer": "shift.supplied", "revoke": "shift.revoked", "take": "shift.accepted", "withdraw": "acceptance.withdrawn",
    "approve": "shift.approved", "disapprove": "shift.disapproved", "suggest": "shift.suggested",
    "accept": "suggestion.accepted", "ask": "request.posted", "schedule": "shift.scheduled",
}
FIELDS = {"suggest": ["request"], "ask": ["date"], "schedule": ["owner", "date", "start", "end"]}


@app.post("/do/<action>/<subject>")
@signed_in
def act(action: str, subject: str) -> ResponseReturnValue:
    if action not in ACTIONS:
        return "there is no such action", 404
    data = {name: request.form[name] for name in FIELDS.get(action, []) if request.form.get(name)}
    submission = {"type": ACTIONS[action], "subject": subject, "actor": g.user, "data": data, "source": "/rota"}
    # The form made the id: sent twice, it is recorded once.
    if request.form.get("id"):
        submission["id"] = request.form["id"]
    reply = store.log.append(cast(Submission, submission))
    if request.headers.get("Accept") == "application/json":
        return jsonify(reply)
    flash("Done." if reply["status"] == "appended" else "That was done already.")
    back = request.form.get("back", "")
    return redirect(back if back.startswith("/") and back[1:2] not in ("/", "\\") else url_for("home"))


@app.template_global()
def new_id() -> str:
    return secrets.token_hex(8)


# In one's own words, by code and details; the message of the log serves for the rest.
WORDS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "dayTaken": lambda d: f"{name_of(d['user'])} already works on {day(d['date'])}.",
    "ownShift": lambda d: "This shift is yours.",
    "notOnMarketplace": lambda d: "Somebody was quicker: this shift is not on the marketplace any more.",
    "shiftStarted": lambda d: "This shift has begun.",
}


def refused(no: Refused) -> ResponseReturnValue:
    words = WORDS[no.code](no.details) if no.code in WORDS else no.message[:1].upper() + no.message[1:] + "."
    if request.headers.get("Accept") == "application/json" or request.path.startswith("/api/"):
        return jsonify(error=no.code, message=words, details=no.details), 409
    return render_template("refused.html", words=words), 409


def failed(fault: Failed) -> ResponseReturnValue:
    app.logger.error("%s", fault)
    return render_template("refused.html", words="Nothing was recorded; try again."), 503


app.register_error_handler(Refused, refused)
app.register_error_handler(Failed, failed)


# Live, and health.

@app.route("/live")
@signed_in
def live() -> ResponseReturnValue:
    after = int(request.headers.get("Last-Event-ID", request.args.get("after", store.position)))

    def told(after: int) -> Iterator[str]:
        yield "retry: 500\n\n"
        while True:
            position = store.wait(after, 15)
            yield f"id: {position}\ndata: {position}\n\n" if position > after else ": still here\n\n"
            after = position
    return Response(told(after), mimetype="text/event-stream",
                    headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


@app.route("/health")
def health() -> ResponseReturnValue:
    return jsonify(store.log.ping())


@app.context_processor
def shared() -> dict[str, Any]:
    return {"position": store.position}


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
    store.open(create=True).batch(cast(list[Submission], events))
    hashed = generate_password_hash(password)
    (FOLDER / "passwords.json").write_text(json.dumps({user: hashed for user in users}))
    click.echo(f"{FOLDER}: sign in as u1 (the manager) … {users[-1]}, password {password}")
