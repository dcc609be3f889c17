#!/usr/bin/env bash
# usage: writers.sh [WRITERS [EVENTS [TOOL]]]
#
# WRITERS processes (64) append EVENTS events each (10000) to one log at once, while every so often
# one of them is killed with -9 and begun again; what it sends again counts once. At the end: every
# event is there once, no gap, the log verifies. TOOL is .build/release/eventlog-tool, built first.
set -euo pipefail
case ${1-} in -h|--help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0;; esac
writers=${1:-64} events=${2:-10000}
root=$(cd "$(dirname "$0")/../.." && pwd)
tool=${3:-}
if [[ -z $tool ]]; then
  (cd "$root" && swift build -c release --product eventlog-tool >&2)
  tool=$root/.build/release/eventlog-tool
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# With a seed the kills come after the same delays; where they hit is the machine's.
seed=${SEED:-$RANDOM}
RANDOM=$seed
echo "writers: $writers, $events events each, SEED=$seed, $(uname -sr), $(stat -f -c %T .)"

"$tool" init 2>/dev/null
"$tool" append user.registered boss --actor boss roles=manager > /dev/null

lines() {
  local number
  for ((number = 0; number < events; number++)); do
    printf '{"id":"%s-%s","source":"/campaign","type":"user.registered","actor":"boss","subject":"u%s-%s","data":{"roles":["employee"]}}\n' \
      "$1" "$number" "$1" "$number"
  done
}

# Few events are over soon: then the kills come sooner as well.
unit=0.
if ((events < 1000)); then unit=0.0; fi

# Sends all lines until they went through once without a kill.
write_all() {
  lines "$1" > "in-$1"
  local tries=0
  while true; do
    "$tool" append "in-$1" --each --sync batch --lock-timeout 600 > "out-$1" 2> "err-$1" &
    local child=$!
    if ((tries++ < 5)); then
      sleep "$unit$((RANDOM % 9 + 1))"
      if kill -9 "$child" 2> /dev/null; then echo killed >> "kills-$1"; fi
    fi
    if wait "$child"; then break; fi
  done 2> /dev/null
}

for ((writer = 0; writer < writers; writer++)); do write_all "$writer" & done
wait

expected=$((writers * events + 1))
found=$(wc -l < events.jsonl)
[[ $found -eq $expected ]] || { echo "FAILED: $found events, not $expected"; exit 1; }
"$tool" verify
python3 - << 'PYTHON'
import json
ids = set()
for number, line in enumerate(open("events.jsonl"), 1):
    event = json.loads(line)
    assert int(event["sequence"]) == number, number
    key = (event["source"], event["id"])
    assert key not in ids, key
    ids.add(key)
PYTHON
echo "passed: $writers writers, $events events each, $(cat kills-* 2>/dev/null | wc -l) kills"
