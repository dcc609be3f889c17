# clock 2025-11-19T10:00:00+01:00
# Eva is ill on Friday. Which shifts stand empty, and to whom can they be given?
eventlog-tool append absence.recorded A1 --actor Mia user=Eva date=friday
eventlog-tool show attention
eventlog-tool show candidates --shift F1.2025-11-21
eventlog-tool append shift.assigned F1.2025-11-21 --actor Mia to=Tom
# Saturday still needs somebody.
eventlog-tool show candidates --vacancy V1
eventlog-tool append shift.claimed S1 --actor Mia vacancy=V1 owner=Eva
# Bas would rather not work on Monday; Noa takes it.
eventlog-tool append - --words <<'END'
shift.supplied F2.2025-11-24 --actor Bas
shift.accepted F2.2025-11-24 --actor Noa
shift.approved F2.2025-11-24 --actor Mia
END
# Is anybody free on Sunday? Does anybody work too much next week?
eventlog-tool show availability --on sunday
eventlog-tool show hours --week "next week" --by person --over 40h
# The week goes on the wall.
eventlog-tool report -o week.html
