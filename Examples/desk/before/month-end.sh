# clock 2025-12-01T09:00:00+01:00
# Which past shifts have no hours.
eventlog-tool show schedule --from 2025-11-01 --to 2025-11-30 --json | jq -r '.rows[].shift' | while read shift
do eventlog-tool audit --shift $shift --json | jq -e 'any(.rows[]; .type == "hours.recorded")' || echo $shift
done
eventlog-tool append hours.recorded F3.2025-11-18 --actor mia start=09:00 end=17:00
eventlog-tool append hours.recorded F1.2025-11-21 --actor mia start=15:00 end=23:30
eventlog-tool append hours.recorded S1 --actor mia start=18:00 end=23:00
eventlog-tool append hours.recorded F2.2025-11-24 --actor mia start=09:00 end=17:00
eventlog-tool append hours.recorded F3.2025-11-25 --actor mia start=09:00 end=17:00
eventlog-tool append hours.recorded F1.2025-11-28 --actor mia start=15:00 end=23:00
eventlog-tool append hours.recorded F3.2025-11-25 --actor mia minutes=0
eventlog-tool append shift.assigned F3.2025-11-25 --actor mia to=bas override=shiftStarted
eventlog-tool append hours.recorded F3.2025-11-25 --actor mia start=09:00 end=17:00
eventlog-tool show hours --by person --total --from 2025-11-01 --to 2025-11-30
eventlog-tool show hours --by person --from 2025-11-01 --to 2025-11-30 -o november.csv
eventlog-tool report --week 2025-W48 -o november.html
