# clock 2025-11-19T10:00:00+01:00
eventlog-tool append absence.recorded A1 --actor mia user=eva date=2025-11-21
# Which shifts stand empty: what each person has in the time of an absence.
eventlog-tool show absences --json | jq -r '.rows[] | "\(.user) \(.date) \(.days // 1)"' | while read user date days
do eventlog-tool show schedule --user $user --from $date --to $(date -d "$date + $days days" +%F)
done
# To whom it can be given, and how much they work that day and week.
for user in $(eventlog-tool show users --json | jq -r '.rows[] | select(.roles | index("employee")) | .user')
do echo $user $(eventlog-tool append shift.assigned F1.2025-11-21 --actor mia to=$user --dry-run --json | jq -r '.status, .error')
eventlog-tool show schedule --user $user --week 2025-W47 --json | jq '[.rows[] | select(.status != "awaiting") | .minutes] | add'
done
eventlog-tool append shift.assigned F1.2025-11-21 --actor mia to=tom
for user in $(eventlog-tool show users --json | jq -r '.rows[] | select(.roles | index("employee")) | .user')
do echo $user $(eventlog-tool append shift.claimed S1 --actor $user vacancy=V1 --dry-run --json | jq -r '.status, .error')
eventlog-tool show schedule --user $user --week 2025-W47 --json | jq '[.rows[] | select(.status != "awaiting") | .minutes] | add'
done
eventlog-tool append shift.claimed S1 --actor mia vacancy=V1 owner=eva
eventlog-tool append shift.supplied F2.2025-11-24 --actor bas
eventlog-tool append shift.accepted F2.2025-11-24 --actor noa
eventlog-tool append shift.approved F2.2025-11-24 --actor mia
# Who has no shift and no absence on Sunday.
busy=$( (eventlog-tool show schedule --from 2025-11-23 --to 2025-11-23 --json | jq -r '.rows[] | .owner, .taker // empty'; eventlog-tool show absences --from 2025-11-23 --to 2025-11-23 --json | jq -r '.rows[].user') | sort -u)
eventlog-tool show users --json | jq -r '.rows[] | select(.roles | index("employee")) | .user' | grep -vxF "$busy"
# Who has more than 40 hours next week.
eventlog-tool show schedule --week 2025-W48 --json | jq -r '[.rows[] | {owner, minutes}] | group_by(.owner)[] | {owner: .[0].owner, minutes: (map(.minutes) | add)} | select(.minutes > 2400)'
eventlog-tool report -o week.html
