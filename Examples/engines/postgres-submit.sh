#!/usr/bin/env bash
# Submits what stands in the table `submissions` of PostgreSQL, in its order, and writes the replies beside it:
#   postgres-submit.sh LOG [OPTIONS OF PSQL]
# At least once: each row has an id of its own, so a row that was submitted before a crash and is submitted
# again is answered as a duplicate.
set -euo pipefail
log=$1; shift
sql=(psql -X -q -A -t -v ON_ERROR_STOP=1 "$@")

"${sql[@]}" <<'SQL'
SET client_min_messages = warning;
CREATE TABLE IF NOT EXISTS submissions (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body jsonb NOT NULL CHECK (body ? 'id'), reply jsonb);
SQL
rows=$(mktemp) && trap 'rm -f "$rows"' EXIT
"${sql[@]}" -F $'\t' -c 'SELECT n, body FROM submissions WHERE reply IS NULL ORDER BY n' > "$rows"
# The tool's status only says that some were refused, which is in their replies; without a reply to each nothing is written.
replies=$(mktemp) && trap 'rm -f "$rows" "$replies"' EXIT
cut -f 2- "$rows" | eventlog-tool append - --each -q -f "$log" > "$replies" || status=$?
[ "$(wc -l < "$rows")" = "$(wc -l < "$replies")" ] || exit "${status:-1}"
paste <(cut -f 1 "$rows") "$replies" |
  sed "s/'/''/g; s/\([0-9]*\)\t\(.*\)/UPDATE submissions SET reply = '\2' WHERE n = \1;/" | "${sql[@]}"
