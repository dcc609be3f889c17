"""Wrong programs are refused by each checker, line for line, and right ones pass: test_typing.py mypy|basedpyright|tsc."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
WRONG = ROOT / "Tests" / "Clients" / "wrong"
CLIENT = ROOT / "Packaging" / "python"
COMMANDS = {
    "mypy": ["--strict", "--no-pretty", "--cache-dir", os.devnull, str(CLIENT / "shift_events"), str(WRONG / "wrong.py")],
    "basedpyright": ["--pythonpath", sys.executable, str(WRONG / "wrong.py")],
    "tsc": ["--strict", "--noEmit", "--pretty", "false", "--target", "es2022", "--module", "es2022", "--lib", "es2022",
            "--moduleResolution", "node", str(WRONG / "wrong.ts")],
}


def main() -> None:
    checker = sys.argv[1]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    program = shutil.which(checker, path=path)
    if program is None:
        print(f"SKIPPED: there is no {checker} here")
        return
    file = WRONG / ("wrong.ts" if checker == "tsc" else "wrong.py")
    words = [program, *COMMANDS[checker]]
    with tempfile.TemporaryDirectory() as folder:
        if checker == "basedpyright":
            settings = Path(folder) / "pyproject.toml"
            settings.write_text(f'[tool.basedpyright]\ntypeCheckingMode = "strict"\nextraPaths = ["{CLIENT}"]\n')
            words = [program, "--project", str(settings), *COMMANDS[checker]]
        done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    told = {int(number) for number in re.findall(r"wrong\.(?:py|ts)[:(](\d+)[^\n]* error", done.stdout)}
    meant = {number for number, line in enumerate(file.read_text().splitlines(), 1) if re.search(r"(#|//) wrong$", line)}
    assert len(meant) >= 20, len(meant)
    faults = [f"line {number} is taken" for number in sorted(meant - told)]
    faults += [f"line {number} is refused" for number in sorted(told - meant)]
    if faults:
        sys.exit("\n".join([*faults, done.stdout[-4000:], done.stderr[-1000:]]))
    print(f"{checker} refuses {len(meant)} wrong programs and takes the right ones")


if __name__ == "__main__":
    main()
