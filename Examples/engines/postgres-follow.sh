#!/usr/bin/env bash
# Keeps the table `events` of PostgreSQL behind a log, in the order of the log. The table has this log alone:
#   postgres-follow.sh LOG [OPTIONS OF PSQL]
# At least once: a repeated event has a sequence that the table has, and changes nothing. Another history of
# the log is an error of `export sql`, which runs first and takes what is there.
set -euo pipefail
log=$1; shift
sql=(psql -X -q -A -t -v ON_ERROR_STOP=1 "$@")

eventlog-tool export sql "$log" | "${sql[@]}"
"${sql[@]}" <<'SQL'
CREATE OR REPLACE FUNCTION take_event(line jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO events (log, sequence, id, source, type, subject, time, actor, attributes, data, hash)
    SELECT coalesce((SELECT log FROM events LIMIT 1), CASE line->>'type' WHEN 'workplace.configured'
        THEN line->>'subject' ELSE 'eventlog' END || '/' || left(line->>'hash', 16)),
      (line->>'sequence')::bigint, line->>'id', line->>'source', line->>'type', line->>'subject',
      (line->>'time')::timestamptz, line->>'actor',
      line - '{specversion,id,source,type,subject,time,sequence,actor,more,data,hash}'::text[],
      line->'data', line->>'hash'
    ON CONFLICT (log, sequence) DO NOTHING
$$;
SQL
last=$("${sql[@]}" -c 'SELECT coalesce(max(sequence), 0) FROM events')
# A quote inside a text of SQL is doubled; nothing else in a line of the log has a meaning there.
eventlog-tool log --follow --after "$last" "$log" |
  sed -u "s/'/''/g; s/.*/SELECT take_event('&');/" | "${sql[@]}" -o /dev/null
