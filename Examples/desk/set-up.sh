# clock 2025-11-17T12:00:00+01:00
# A bar opens: five people, what they can do, their weekly shifts, a busy Saturday.
eventlog-tool init --workplace bar --actor mia timeZone=europe/amsterdam marketApproval=manager
eventlog-tool append - --words --actor mia <<'END'
user.registered mia roles=manager name=Mia
user.registered eva roles=employee name="Eva de Wit"
user.registered bas roles=employee name="Bas Jansen"
user.registered tom roles=employee name=Tom
user.registered noa roles=employee name=Noa
skill.granted eva skill=bar
skill.granted tom skill=bar
fixedshift.registered F1 owner=eva weekday=fri start=15 end=23 needs=bar
fixedshift.registered F2 owner=bas weekday=mon start=9 end=17
fixedshift.registered F3 owner=noa weekday=tue start=9 end=17
vacancy.posted V1 date=saturday start=18 end=23 places=1 needs=bar
END
