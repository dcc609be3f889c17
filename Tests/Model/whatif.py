#!/usr/bin/env python3
"""What would have been against what is where it was recorded so.

    Tests/Model/whatif.py TOOL FOLDER SEED COUNT [SUBMISSIONS]

In COUNT random logs one event is left out (`replay --without`) or a submission is put in (`replay --with`), and a second
log is recorded by submitting the same without or with it. The refusals are those of the second log, and the rows that
differ are those in which the two logs do, by what rows are about: no row is told that both have, and none is left out.
"""

import json
import random
import subprocess
import sys

import logs

KEYS = {
    "schedule": ["shift"], "marketplace": ["shift"], "requests": ["request"], "approvals": ["shift"], "points": ["user"],
    "users": ["user"], "absences": ["absence"], "trades": ["trade"], "vacancies": ["vacancy"], "study": ["user"],
    "changes": ["shift", "changedAt"], "publications": ["publication"], "periods": ["period"],
    "series": ["series", "kind", "from"], "closures": ["closure"], "deals": ["deal"],
    "reservations": ["reservation"], "hours": ["worker", "week"], "inbox": ["time", "user", "kind", "subject"],
}

# Members that the tool fills in where nobody said.
FILLED_IN = {
    "fixedshift.registered": ["from"], "fixedshift.edited": ["from"], "fixedvacancy.registered": ["from"],
    "fixedvacancy.edited": ["from"], "shift.edited": ["date", "start", "end"],
    "shift.restored": ["owner"],
}


def told(row):
    """A row without names, which stand beside a log, and without the places of events."""
    return {key: told(value) if isinstance(value, dict) else [told(v) if isinstance(v, dict) else v for v in value]
            if isinstance(value, list) else value
            for key, value in row.items() if key not in ("name", "sequence", "startAt", "endAt") and not key.endswith("Name")}


def text(row):
    return json.dumps(told(row), sort_keys=True)


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}: {done.stderr}"
    return json.loads(done.stdout)


def differences(before, after):
    """The rows that one side alone has, by what they are about: added, removed, and changed from one to another."""
    found = {}
    for name in sorted(set(before) | set(after)):
        groups = {}
        for side, rows in enumerate((before.get(name, []), after.get(name, []))):
            for row in rows:
                groups.setdefault(tuple(row.get(key) for key in KEYS[name]), ([], []))[side].append(text(row))
        for old, new in groups.values():
            for row in list(old):
                if row in new:
                    old.remove(row)
                    new.remove(row)
            found.setdefault(name, []).extend(
                [("changed", *pair) for pair in zip(old, new)] + [("removed", row, None) for row in old[len(new):]]
                + [("added", None, row) for row in new[len(old):]])
    return {name: sorted(rows, key=str) for name, rows in found.items() if rows}


def paired(name, rows):
    """The same, but that where several rows are about one thing it is left open which became which."""
    groups = {}
    for row in rows:
        one = json.loads(row[1] or row[2])
        groups.setdefault(str([one.get(key) for key in KEYS[name]]), []).append(row)
    found = []
    for group in groups.values():
        old, new = ([row[side] for row in group if row[side]] for side in (1, 2))
        if len(group) == 1:
            found += group
            continue
        found += ([("changed", old[0], new[0])] if len(old) == len(new) == 1 else
                  [("removed", row, None) for row in old] + [("added", None, row) for row in new])
    return sorted(found, key=str)


def check(tool, folder, seed, size):
    pick = random.Random(seed)
    first, second = (f"{folder}/{name}-{seed}.jsonl" for name in ("first", "second"))
    groups = logs.submitted(seed, size)
    kept = [group for group, replies in zip(groups, logs.record(tool, first, groups)) if replies[0]["status"] == "appended"]
    with open(first, encoding="utf-8") as file:
        events = [json.loads(line) for line in file]
    places = {event["id"]: int(event["sequence"]) for event in events}
    place = pick.randrange(len(kept))
    if pick.random() < 0.75:
        one = pick.choice(kept[place])
        words = ["--without", str(places[one["id"]])]
        changed = [[other for other in group if other is not one] for group in kept]
    else:
        # Something else that somebody submitted, at this place. A removal without notice is one of earlier versions to a
        # what-if, whatever has been published since, so nothing is published before one.
        bare = any(event["type"] == "fixedshift.removed" and "notice" not in event["data"] for event in events)
        others = [other for group in groups for other in group if not bare or other["type"] != "schedule.published"]
        one = dict(pick.choice(others), id="put-in", time=kept[place][-1]["time"])
        behind = next((places[group[0]["id"]] for group in kept[place + 1:]), len(events) + 1) - 1
        with open(f"{folder}/put-in-{seed}", "w", encoding="utf-8") as file:
            file.write(json.dumps(one) + "\n")
        words = ["--with", f"{folder}/put-in-{seed}@{behind}"]
        changed = kept[:place + 1] + [[one]] + kept[place + 1:]
    # What the tool filled in stands in the event as what was given, and a what-if takes it so.
    filled = {event["id"]: {name: event["data"][name] for name in FILLED_IN[event["type"]]}
              for event in events if event["type"] in FILLED_IN}
    changed = [[dict(other, data={**filled[other["id"]], **other.get("data", {})}) if other["id"] in filled else other
                for other in group] for group in changed if group]
    refused = [(reply["error"], one["id"]) for group, replies in zip(changed, logs.record(tool, second, changed))
               for reply, one in zip(replies, group) if reply["status"] != "appended"]
    now = ["--now", pick.choice([events[-1]["time"], events[len(events) // 2]["time"], "2026-12-01T12:00:00.000Z"])]
    answer = run(tool, "replay", *words, *now, "--json", first)
    before, after = (run(tool, "snapshot", *now, log)["projections"] for log in (first, second))
    shown = {
        name: sorted([(kind, *(text(row[side]) if side in row else None for side in ("before", "after")))
                      for kind in kinds for row in kinds[kind]], key=str)
        for name, kinds in answer["projections"].items()}
    ids = {sequence: id for id, sequence in places.items()}
    faults = []
    told_refused = [(row["error"], ids[row["sequence"]] if row.get("sequence") else "put-in") for row in answer["refused"]]
    if told_refused != refused:
        faults.append(f"refused: shown {told_refused}, recorded {refused}")
    counted = differences(before, after)
    for name in sorted(set(shown) | set(counted)):
        ours, theirs = (paired(name, sides.get(name, [])) for sides in (shown, counted))
        faults += [f"{name}: shown alone {row}" for row in ours if row not in theirs]
        faults += [f"{name}: not shown {row}" for row in theirs if row not in ours]
    if faults:
        print(f"seed {seed}: {words} {json.dumps(one)}", *faults[:12], sep="\n  ")
        sys.exit(1)
    return sum(map(len, counted.values())), len(refused)


def main():
    tool, folder, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    size = int(sys.argv[5]) if len(sys.argv) > 5 else 300
    found = [check(tool, folder, seed, size) for seed in range(seed, seed + count)]
    print(f"{count} histories: {sum(rows for rows, _ in found)} rows differ and {sum(no for _, no in found)} submissions are "
          "refused, as where they were recorded so")


if __name__ == "__main__":
    main()
