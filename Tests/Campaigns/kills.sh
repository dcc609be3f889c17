#!/usr/bin/env bash
# usage: kills.sh [TIMES [SEED]]
#
# kill -9 of the real tool at random moments while it appends, TIMES times (100000 if not given),
# checking after each that every acknowledged event is there. The seed is printed; give it to repeat
# a run. Takes about a minute for 1,000.
set -euo pipefail
case ${1-} in -h|--help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0;; esac
cd "$(dirname "$0")/../.."
export CAMPAIGN_KILLS=${1:-100000}
if [[ ${2-} ]]; then export CAMPAIGN_SEED=$2; fi
echo "kills: $CAMPAIGN_KILLS, $(uname -sr), $(stat -f -c %T "${TMPDIR:-/tmp}")"
exec swift test --filter EventlogToolTests.KillTests
