#!/bin/sh
# Makes a log anew from what programs once submitted.  Usage: remake.sh OLD NEW  (the tool: $EVENTLOG_TOOL)
#
# Everything is judged again, at its own time, and recorded with its own id. What `extend` scheduled
# cannot be submitted; so extend is run again between the submissions, at the times at which it ran.
set -eu
[ $# = 2 ] || { echo "usage: remake.sh OLD NEW" >&2; exit 64; }
old=$1 new=$2 tool=${EVENTLOG_TOOL:-eventlog-tool} done=0
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
"$tool" init -q "$new"

append_up_to() { # SEQUENCE: the submissions up to that event that are not in the new log yet
  "$tool" log -q --submissions --at "$1" "$old" >"$parts/all"
  tail -n "+$((done + 1))" "$parts/all" >"$parts/next"
  done=$(wc -l <"$parts/all")
  "$tool" append "$parts/next" --each -f "$new" >"$parts/replies"
}

# Events that nothing caused are extend's. Each run: the event before it, and its time.
"$tool" log -q "$old" | grep '"actor":"system"' | grep -v '"causationid":' |
  sed 's/.*"time":"\([^"]*\)","sequence":"0*\([0-9]*\)".*/\2 \1/' |
  awk '$1 != last + 1 || $2 != time { print $1 - 1, $2 } { last = $1; time = $2 }' >"$parts/runs" || true
while read -r sequence time; do
  append_up_to "$sequence"
  "$tool" extend -q --now "$time" "$new" >"$parts/replies"
done <"$parts/runs"
append_up_to "$("$tool" log -q "$old" | wc -l)"
