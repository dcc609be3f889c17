"""What Packaging/build makes, installed where there is no Swift and no network, up to the first event.

    test_packages.py      EVENTLOG_TOOL names the static binary; CHROOT a folder made by debootstrap with python3-venv

Without CHROOT (or not as root) everything runs with an empty environment and a path that has no toolchain.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TOOL = os.environ["EVENTLOG_TOOL"]
CHROOT = os.environ.get("CHROOT") if os.geteuid() == 0 else None
PROGRAM = '''
from shift_events import Log
with Log("store.jsonl", create=True) as log:
    reply = log.append({"type": "user.registered", "subject": "bas", "actor": "bas", "data": {"roles": ["employee"]}})
    print(reply["status"], reply["sequence"], log.show("users")["rows"][0]["user"])
'''
SCRIPT = '''
import { Log } from "shift-events";
const log = new Log("store.jsonl", { create: true });
const event = { type: "user.registered", subject: "bas", actor: "bas", data: { roles: ["employee"] } };
console.log((await log.append(event)).status);
await log.close();
'''
FIRST = ("eventlog-tool init store.jsonl && "
         "eventlog-tool append user.registered bas --actor bas roles=employee -f store.jsonl")


def build(folder: Path) -> None:
    # The time of no commit, so that a commit between two builds changes nothing.
    subprocess.run([sys.executable, str(ROOT / "Packaging/build"), "--tool", TOOL, "--to", str(folder)], check=True,
                   stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600"})


class PackageTests(unittest.TestCase):
    dist: Path
    _folder: tempfile.TemporaryDirectory[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls._folder = tempfile.TemporaryDirectory(dir=f"{CHROOT}/tmp" if CHROOT else None)
        cls.dist = Path(cls._folder.name)
        build(cls.dist)

    @classmethod
    def tearDownClass(cls) -> None:
        cls._folder.cleanup()

    def clean(self, script: str, path: str = "") -> str:
        """Runs a script in a new folder, with nothing of ours around it, and without a network where that can be."""
        folder = Path(tempfile.mkdtemp(dir=self.dist))
        words = ["sh", "-euc", script, "sh"]
        python = path or f"{Path(sys.executable).resolve().parent}:"
        environment = {"PATH": f"{python}/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(folder), "DIST": str(self.dist)}
        if CHROOT:
            inside = str(folder).removeprefix(CHROOT.rstrip("/"))
            environment = {"PATH": f"{path}/usr/sbin:/usr/bin:/sbin:/bin", "HOME": inside,
                           "DIST": str(self.dist).removeprefix(CHROOT.rstrip("/"))}
            # The binary wants /proc, as every Linux has it.
            words = ["unshare", "-m", "sh", "-euc", 'mount -t proc proc "$1/proc"; exec chroot "$1" sh -euc "$2"', "sh",
                     CHROOT, f"cd {inside}\n{script}"]
        if subprocess.run(["unshare", "-n", "true"], capture_output=True, check=False).returncode == 0:
            words = ["unshare", "-n", *words]
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def package(self, ending: str) -> str:
        return next(path.name for path in self.dist.iterdir() if path.name.endswith(ending))

    def test_two_builds_give_the_same_bytes(self) -> None:
        with tempfile.TemporaryDirectory() as other:
            build(Path(other))
            names = sorted(path.name for path in Path(other).iterdir())
            self.assertEqual(len(names), 5)
            for name in names:
                self.assertEqual((self.dist / name).read_bytes(), (Path(other) / name).read_bytes(), name)
        sizes = ", ".join(f"{name} {(self.dist / name).stat().st_size / 1e6:.1f} MB" for name in names
                          if name != "SHA256SUMS")
        print(f"the same bytes; the binary {Path(TOOL).stat().st_size / 1e6:.1f} MB; {sizes}")

    def test_a_wheel_records_within_a_minute(self) -> None:
        began = time.monotonic()
        told = self.clean(f"python3 -m venv env\nenv/bin/pip install --quiet --no-index $DIST/{self.package('.whl')}\n"
                          f"cat > first.py <<'E'\n{PROGRAM}E\nenv/bin/python first.py\nenv/bin/eventlog-tool version\n")
        took = time.monotonic() - began
        self.assertEqual(told.split("\n")[0], "appended 1 bas")
        self.assertIn("eventlog-tool ", told)
        self.assertLess(took, 60)
        place = "a clean chroot" if CHROOT else "an empty environment"
        print(f"from python3 -m venv to the first acknowledgement, in {place}: {took:.1f} s")

    def test_a_wheel_in_a_folder_finds_its_tool(self) -> None:
        told = self.clean(f"python3 -m venv env\nenv/bin/pip install --quiet --no-index --no-deps --target kept "
                          f"$DIST/{self.package('.whl')}\ncat > first.py <<'E'\n{PROGRAM}E\n"
                          f"PYTHONPATH=kept python3 first.py\n")
        self.assertEqual(told.split("\n")[0], "appended 1 bas")

    def test_a_zipped_program_finds_the_tool_on_the_path(self) -> None:
        told = self.clean(f"python3 -m venv env\nenv/bin/pip install --quiet --no-index --no-deps --target app "
                          f"$DIST/{self.package('.whl')}\nPATH=$PWD/bin:$PATH\nmv app/bin .\n"
                          f"cat > app/__main__.py <<'E'\n{PROGRAM}E\npython3 -m zipapp app -o app.pyz\npython3 app.pyz\n")
        self.assertEqual(told.split("\n")[0], "appended 1 bas")

    def test_a_tarball_is_whole_and_records(self) -> None:
        told = self.clean(f"tar xzf $DIST/{self.package('.tar.gz')}\ncd eventlog-tool-*\nsha256sum --quiet -c SHA256SUMS\n"
                          f"PATH=$PWD/bin:$PATH\n{FIRST}")
        self.assertEqual(json.loads(told.splitlines()[-1])["status"], "appended")

    @unittest.skipUnless(shutil.which("dpkg-deb"), "dpkg is not there")
    def test_a_Debian_package_installs_and_records(self) -> None:
        deb = self.package(".deb")
        install = f"dpkg -i $DIST/{deb}\n" if CHROOT else f"dpkg-deb -x $DIST/{deb} .\nPATH=$PWD/usr/bin:$PATH\n"
        told = self.clean(install + FIRST + ("\ndpkg -P eventlog-tool >&2\n" if CHROOT else ""))
        self.assertEqual(json.loads(told.splitlines()[-1])["status"], "appended")

    @unittest.skipUnless(shutil.which("npm"), "npm is not there")
    def test_an_npm_package_installs_and_records(self) -> None:
        if CHROOT and not shutil.which("npm", path=f"{CHROOT}/usr/bin"):
            self.skipTest("npm is not in the chroot")
        told = self.clean(f"npm install --offline --no-audit --no-fund --silent $DIST/{self.package('.tgz')}\n"
                          f"cat > first.mjs <<'E'\n{SCRIPT}E\nnode first.mjs\nnode_modules/.bin/eventlog-tool version\n")
        self.assertEqual(told.splitlines()[0], "appended")


if __name__ == "__main__":
    unittest.main(warnings="ignore")
