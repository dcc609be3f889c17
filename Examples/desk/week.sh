# clock 2025-11-19T10:00:00+01:00
# Eva is ill on Friday. Which shifts stand empty, and to whom can they be given?
eventlog-tool append absence.recorded A1 --actor mia user=eva date=friday
eventlog-tool show attention
eventlog-tool show candidates --shift F1.2025-11-21
eventlog-tool append shift.assigned F1.2025-11-21 --actor mia to=tom
# Saturday still needs somebody.
eventlog-tool show candidates --vacancy V1
eventlog-tool append shift.claimed S1 --actor mia vacancy=V1 owner=eva
# Bas would rather not work on Monday; Noa takes it.
eventlog-tool append - --words <<'END'
shift.supplied F2.2025-11-24 --actor bas
shift.accepted F2.2025-11-24 --actor noa
shift.approved F2.2025-11-24 --actor mia
END
# Is anybody free on Sunday? Does anybody work too much next week?
eventlog-tool show availability --on sunday
eventlog-tool show hours --week "next week" --by person --over 40h
# The week goes on the wall.
eventlog-tool report --now now -o week.html
