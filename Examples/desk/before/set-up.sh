# clock 2025-11-17T12:00:00+01:00
eventlog-tool init --workplace bar --actor mia timeZone=Europe/Amsterdam marketApproval=manager
eventlog-tool append user.registered mia --actor mia roles=manager name=Mia
eventlog-tool append user.registered eva --actor mia roles=employee name="Eva de Wit"
eventlog-tool append user.registered bas --actor mia roles=employee name="Bas Jansen"
eventlog-tool append user.registered tom --actor mia roles=employee name=Tom
eventlog-tool append user.registered noa --actor mia roles=employee name=Noa
eventlog-tool append skill.granted eva --actor mia skill=bar
eventlog-tool append skill.granted tom --actor mia skill=bar
eventlog-tool append fixedshift.registered F1 --actor mia owner=eva weekday=friday start=15:00 end=23:00 needs=bar
eventlog-tool append fixedshift.registered F2 --actor mia owner=bas weekday=monday start=09:00 end=17:00
eventlog-tool append fixedshift.registered F3 --actor mia owner=noa weekday=tuesday start=09:00 end=17:00
eventlog-tool append vacancy.posted V1 --actor mia date=2025-11-22 start=18:00 end=23:00 places=1 needs=bar
