"""Programs that a checker must refuse: each line that ends in `# wrong` is one, all others are right. Nobody runs them."""

from shift_events import AsyncLog, Conflict, Failed, Invalid, Log, Rejected, Submission
from shift_events.types import Blame, Event, Grid, ScheduleRow


def appends(log: Log) -> None:
    log.append({"type": "shift.supplied", "subject": "L1", "actor": "bas"})
    log.append({"type": "shift.suplied", "subject": "L1", "actor": "bas"})  # wrong
    log.append({"type": "shift.supplied", "subjct": "L1", "actor": "bas"})  # wrong
    log.append({"type": "shift.supplied", "subject": "L1", "actor": "bas", "expectedsequnce": 4})  # wrong
    log.append({"type": "shift.supplied", "subject": "L1", "actor": "bas", "data": {"ownr": "bas"}})  # wrong
    log.append({"type": "shift.supplied", "subject": "L1"})  # wrong
    log.append({"type": "user.registered", "subject": "a", "actor": "a", "data": {"roles": ["employee"]}})
    log.append({"type": "user.registered", "subject": "a", "actor": "a", "data": {"roles": ["employe"]}})  # wrong
    log.append({"type": "shift.scheduled", "subject": "L1", "actor": "m", "data": {"owner": "a", "date": 7, "start": "15:00", "end": "20:00"}})  # wrong
    log.append({"type": "shift.scheduled", "subject": "L1", "actor": "m", "data": {"owner": "a", "date": "2030-01-07", "start": "15:00"}})  # wrong
    log.append({"type": "shift.supplied", "subject": "L1", "actor": "bas", "correlationid": "c", "causationid": "e", "traceparent": "t"})
    log.append({"type": "shift.supplied", "subject": "L1", "actor": "bas", "corelationid": "c"})  # wrong
    log.append({"type": "event.imagined", "subject": "L1", "actor": "m"})  # wrong
    log.batch([{"type": "shift.supplied", "subject": "L1", "actor": "bas"}, {"type": "shift.revoked", "subject": "L1", "actor": "bas"}])
    log.batch([{"type": "shift.supplied", "subject": "L1", "actor": "bas"}, {"type": "shift.revokd", "subject": "L1", "actor": "bas"}])  # wrong
    log.judge({"type": "shift.acepted", "subject": "L1", "actor": "eva"})  # wrong
    log.append({"type": "shift.supplied", "subject": "L1", "actor": "bas"}, timout=3)  # wrong
    once: Submission = {"type": "shift.revoked", "subject": "L1", "actor": "bas"}
    log.append(once, timeout=3)


def reads(log: Log) -> None:
    log.show("schedule", week="2026-W03", user="bas", limit=50, timeout=3)
    log.show("shedule")  # wrong
    log.show("schedule", weak="2026-W03")  # wrong
    log.show("schedule", followedOnly=True)  # wrong
    log.show("schedule", limit="fifty")  # wrong
    log.show("attention", limit=3)
    log.show("candidates", shift="L1")
    log.show("candidates", shft="L1")  # wrong
    log.show("availability", on="2026-01-12")
    log.show("availability", email=True)  # wrong
    log.show("hours", by="month", over="40h", total=True)
    log.show("hours", by="moon")  # wrong
    log.show("inbox", user="bas", last=5, after=17)
    log.show("users", last=5)  # wrong
    log.pages("changes", limit=5)
    log.pages("chnges", limit=5)  # wrong
    log.pages("periods", perod="P1")  # wrong
    log.show("publications", publication="P1")
    log.audit(shift="L1", attributes=True)
    log.audit(shft="L1")  # wrong


def rows(log: Log) -> list[str]:
    row: ScheduleRow = log.show("schedule")["rows"][0]
    print(row["ownr"])  # wrong
    print(log.show("users")["rows"][0]["shift"])  # wrong
    status = "taken" if row["status"] == "awaitng" else ""  # wrong
    return [row["owner"], status]


def documents(blame: Blame, grid: Grid, event: Event) -> list[object]:
    told: list[object] = [grid["rows"][0]["2026-01-12"], grid["rows"][0]["person"], event.get("correlationid")]
    for row in blame["rows"]:
        if row["projection"] == "trades":
            told += [row["row"]["trade"], row["cells"].get("trade")]
            told.append(row["row"]["shifts"])  # wrong
        if row["projection"] == "tradse":  # wrong
            break
    return told


def follows(log: Log) -> None:
    log.follow(types=["shift.", "user.registered"])
    log.follow(types=["shift.suplied"])  # wrong
    for event in log.follow():
        if event["type"] == "shift.accepted":
            event["data"]["to"]
        if event["type"] == "shift.acepted":  # wrong
            return


def errors(error: Exception) -> str:
    if isinstance(error, Rejected) and error.code == "dayTaken":
        return error.message
    if isinstance(error, Rejected) and error.code == "dayTakn":  # wrong
        return error.message
    if isinstance(error, Failed) and error.code == "loked":  # wrong
        return error.message
    if isinstance(error, Invalid) and error.code == "unknownType":
        return error.mesage  # wrong
    return "again" if isinstance(error, Conflict) and error.code == "conflict" else ""


async def tasks(log: AsyncLog) -> None:
    await log.show("vacancies", place="bar")
    await log.show("vacancies", plase="bar")  # wrong
    async for page in log.pages("trades", trade="T1"):
        page["rows"][0]["trade"]
    await log.append({"type": "trade.ofered", "subject": "T1", "actor": "bas"})  # wrong
