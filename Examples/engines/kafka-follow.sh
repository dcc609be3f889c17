#!/usr/bin/env bash
# Sends each acknowledged event of a log to a topic of Kafka, in the order of the log, by kcat:
#   kafka-follow.sh LOG BROKER [TOPIC]
# At least once: it goes on behind the last event of the topic. The topic has one partition, so that there is
# one order; readers drop repeats by `sequence`.
set -euo pipefail
log=$1 broker=$2 topic=${3:-events}
last=$(kcat -C -q -b "$broker" -t "$topic" -p 0 -o -1 -e 2>/dev/null |
  sed -n 's/.*"sequence":"0*\([0-9]*\)".*/\1/p' | tail -1)
# kcat reads its input to the end before it sends, so each run of it gets what has come, and ends when the
# broker has it.
eventlog-tool log --follow --after "${last:-0}" "$log" | {
  rest=
  while IFS= read -r line; do
    lines=$rest$line
    rest=
    for ((count = 1; count < 1000; count++)); do
      IFS= read -r -t 0.05 line || { rest=$line; break; }
      lines+=$'\n'$line
    done
    printf '%s\n' "$lines" | kcat -P -q -b "$broker" -t "$topic" -p 0 -X acks=all
  done
}
