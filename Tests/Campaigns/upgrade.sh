#!/usr/bin/env bash
# usage: upgrade.sh [COMMIT]
#
# Builds the tool of an earlier COMMIT, and runs the tests of two hosts on one home whose writers go
# over from that build to the one of this folder. Without COMMIT it is the last one whose writers go on
# in a log with events that they do not know. SHIFTEVENTS_HOME_ROUNDS is the number of changes of build.
set -euo pipefail
case ${1-} in -h|--help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0;; esac
cd "$(dirname "$0")/../.."
# The commit that brought the refusal.
refusal=$(git log --diff-filter=A --format=%H -- Sources/ShiftEvents/State/UnknownEvents.swift | tail -1)
commit=$(git rev-parse --verify --quiet "${1:-$refusal^}^{commit}") || {
  echo "not there: the earlier commit ${1-} (a shallow clone has none)" >&2
  exit 69
}
place=$PWD/.build/earlier/$commit
if [ ! -x "$place/eventlog-tool" ]; then
  rm -rf "$place" && mkdir -p "$place/source"
  git archive "$commit" Package.swift Sources Tests | tar -x -C "$place/source"
  (cd "$place/source" && swift build --product eventlog-tool >&2)
  cp "$(cd "$place/source" && swift build --show-bin-path)/eventlog-tool" "$place/"
  rm -r "$place/source"
fi
echo "upgrade: from $commit, $(uname -sr)"
EARLIER_TOOL=$place/eventlog-tool exec swift test --filter EventlogToolTests.HomeUpgradeTests
