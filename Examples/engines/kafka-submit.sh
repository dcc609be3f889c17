#!/usr/bin/env bash
# Submits every message of a topic of Kafka to a log, in its order, by kcat, and prints the replies:
#   kafka-submit.sh LOG BROKER [TOPIC]
# At least once: it begins with the first message that the broker has. Each has an id of its own, so the log
# answers what it has as duplicates. With FOLLOW=1 it waits for more.
set -euo pipefail
log=$1 broker=$2 topic=${3:-submissions}
end=-e
if [ "${FOLLOW:-}" ]; then end=-u; fi
# A message is one line of the input: between the parts of JSON a return is as good as a line feed.
kcat -C -q -b "$broker" -t "$topic" -p 0 -o beginning "$end" -D '\x1e' | stdbuf -oL tr '\n\036' '\r\n' |
  eventlog-tool append - --each -q -f "$log"
