#!/usr/bin/env bash
# usage: check-chain.sh LOG
#
# Checks the hash chain of a log with sha256sum alone, without the tool that wrote it. Silent, exit
# 0: every line is chained to the one before it. Else the first broken line is printed, exit 1.
#
#   content = SHA-256 of the line's bytes before  ,"hash":"
#   hash    = SHA-256 of the previous line's 64 hex digits (64 zeros first), then content's
set -u
[[ $# -eq 1 && -r $1 ]] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 64; }
export LC_ALL=C

tr -d '\0' < "$1" | cmp -s - "$1" || { echo "BROKEN: NUL"; exit 1; }
previous=$(printf '0%.0s' {1..64})
number=0
while IFS= read -r line || [[ $line ]]; do
  number=$((number + 1))
  content=${line%,\"hash\":\"*}
  digest=$(printf %s "$content" | sha256sum)
  hash=$(printf %s "$previous${digest%% *}" | sha256sum)
  hash=${hash%% *}
  [[ $line == "$content,\"hash\":\"$hash\"}" ]] || { echo "BROKEN: line $number: $line"; exit 1; }
  previous=$hash
done < "$1"
