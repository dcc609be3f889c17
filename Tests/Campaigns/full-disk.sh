#!/usr/bin/env bash
# usage: full-disk.sh [TIMES [TOOL]]
#
# Appends to a log on a small tmpfs until it is full, TIMES times (20) with other room each time:
# every refusal is 74, nothing acknowledged is lost, and with room again the log goes on. Needs root
# to mount; skipped (exit 0, said) without. TOOL is .build/debug/eventlog-tool, built first.
set -euo pipefail
case ${1-} in -h|--help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0;; esac
times=${1:-20}
root=$(cd "$(dirname "$0")/../.." && pwd)
tool=${2:-}
[[ $(id -u) -eq 0 ]] || { echo "SKIPPED: mounting a tmpfs needs root"; exit 0; }
disk=$(mktemp -d)
mount -t tmpfs -o size=96k tmpfs "$disk" 2> /dev/null || {
  rmdir "$disk"; echo "SKIPPED: a tmpfs cannot be mounted here"; exit 0; }
trap 'umount "$disk"; rmdir "$disk"' EXIT
if [[ -z $tool ]]; then
  (cd "$root" && swift build --product eventlog-tool >&2)
  tool=$root/.build/debug/eventlog-tool
fi

echo "full disks: $times, $(uname -sr), tmpfs of 96 KiB; the rounds need no seed"
for ((round = 0; round < times; round++)); do
  rm -rf "$disk"/*
  cd "$disk"
  "$tool" init 2> /dev/null
  "$tool" append user.registered boss --actor boss roles=manager > /dev/null
  # The least room first, so that few rounds are over soon.
  head -c $((40000 - round * 777 % 40000)) /dev/zero > filler
  acknowledged=1 number=0
  while true; do
    code=0
    "$tool" append user.registered "u$number" --actor boss roles=employee \
      --id "n$number" > /dev/shm/reply.$$ 2> /dev/null || code=$?
    [[ $code -eq 0 ]] || break
    acknowledged=$((acknowledged + 1)) number=$((number + 1))
  done
  rm -f /dev/shm/reply.$$
  [[ $code -eq 74 ]] || { echo "FAILED: exit $code on a full disk (round $round)"; exit 1; }
  rm filler
  "$tool" append user.registered "u$number" --actor boss roles=employee --id "n$number" > /dev/null
  lines=$(wc -l < events.jsonl)
  [[ $lines -eq $((acknowledged + 1)) ]] || { echo "FAILED: $lines lines, round $round"; exit 1; }
  "$tool" verify > /dev/null
  cd /
done
echo "passed: $times full disks"
