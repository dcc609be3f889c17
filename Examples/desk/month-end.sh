# clock 2025-12-01T09:00:00+01:00
# Whose hours are missing?
eventlog-tool show hours --month "last month"
eventlog-tool append - --words --actor mia <<'END'
hours.recorded F3.2025-11-18 start=9 end=17
hours.recorded F1.2025-11-21 start=15 end=23:30
hours.recorded S1 start=18 end=23
hours.recorded F2.2025-11-24 start=9 end=17
hours.recorded F3.2025-11-25 start=9 end=17
hours.recorded F1.2025-11-28 start=15 end=23
END
# Tom says that Bas stood in for Noa on the 25th: her hours go, his are recorded.
eventlog-tool append - --words --actor mia <<'END'
hours.recorded F3.2025-11-25 minutes=0
shift.assigned F3.2025-11-25 to=bas override=shiftStarted
hours.recorded F3.2025-11-25 start=9 end=17
END
eventlog-tool show hours --month "last month" --by person --total
eventlog-tool show hours --month "last month" --by person -o november.csv
eventlog-tool report --month "last month" -o november.html
