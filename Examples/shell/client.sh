#!/bin/sh
# Records over a session, and survives its death.  Usage: client.sh LOG  (the tool: $EVENTLOG_TOOL)
set -u
[ $# = 1 ] || { echo "usage: client.sh LOG" >&2; exit 64; }
log=$1 tool=${EVENTLOG_TOOL:-eventlog-tool} pipes=$(mktemp -d)
trap 'rm -rf "$pipes"' EXIT
trap '' PIPE # a session that is gone is an error of printf

start() {
  exec 3>&- 4<&-
  rm -f "$pipes/in" "$pipes/out" && mkfifo "$pipes/in" "$pipes/out" # new ones hold nothing unread
  "$tool" append --session -f "$log" <"$pipes/in" >"$pipes/out" & session=$!
  exec 3>"$pipes/in" 4<"$pipes/out"
  read -r reply <&4 || exit 1 # the ready line
}

# Sends one request. A session that died is started again, and the request sent again.
ask() {
  until printf '%s\n' "$1" >&3 && IFS= read -r reply <&4; do start; done 2>/dev/null
}

# Records once, however often it is sent: the id is made before the first try.
append() { # TYPE SUBJECT ACTOR [DATA]
  id=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  ask "{\"id\":\"$id\",\"type\":\"$1\",\"subject\":\"$2\",\"actor\":\"$3\",\"data\":${4:-"{}"}}"
  case $reply in
  '{"status":"appended"'* | '{"status":"duplicate"'*) ;; # a duplicate is a success, too
  *) printf '%s %s: %s\n' "$3" "$1" "$reply" ;;
  esac
}

start
append user.registered mia mia '{"roles":["manager","employee"],"name":"Mia"}'
append user.registered bas bas '{"roles":["employee"]}'
append shift.scheduled L1 mia '{"owner":"bas","date":"2030-01-07","start":"15:00","end":"20:00"}'
kill -9 "$session" # what a crash would do
append shift.supplied L1 bas
append shift.supplied L1 mia # not hers
ask '{"op":"show","projection":"marketplace"}'
printf '%s\n' "$reply"
exec 3>&- 4<&-
wait "$session"
