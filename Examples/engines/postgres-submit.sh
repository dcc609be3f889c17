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
replies=$(mktemp) && trap 'rm -f "$rows" "$replies"' EXIT
status=0
cut -f 2- "$rows" | eventlog-tool append - --each -q -f "$log" > "$replies" || status=$?
# Refusals are answers. Without a reply to each row nothing is written. What failed waits for the next run, with all that
# stands behind it.
[ "$(wc -l < "$rows")" = "$(wc -l < "$replies")" ] || exit "$status"
failed=$(grep -c '^{"status":"failed"' "$replies" || true)
paste <(cut -f 1 "$rows") "$replies" | sed $'/^[0-9]*\t{"status":"failed"/,$d' |
  sed "s/'/''/g; s/\([0-9]*\)\t\(.*\)/UPDATE submissions SET reply = '\2' WHERE n = \1;/" | "${sql[@]}"
[ "$failed" = 0 ] && [ -s "$rows" ] || exit "$status"
