"""What whole processes cost, for `against` and `ward`: processor time, peak memory, instructions, and files."""
import os
import re
import shutil
import subprocess

has_valgrind = shutil.which("valgrind") is not None


def run(command, stdin=os.devnull, stdout=os.devnull, statuses=(0,)):
    """Seconds of processors and peak memory in MiB of a whole process.

    The caller stays small: Linux counts the memory of whoever starts a process into its peak.
    """
    with open(stdin, "rb") as lines, open(stdout, "wb") as out:
        process = subprocess.Popen(command, stdin=lines, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in statuses, f"{command}: exit status {process.returncode}"
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def instructions(command, stdin=os.devnull):
    """Instructions of a whole process."""
    with open(stdin, "rb") as lines:
        ending = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], stdin=lines,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", ending.stderr)[1])


def count_lines(path):
    with open(path, "rb") as lines:
        return sum(1 for _ in lines)


def head(path, count, new):
    """A file of the first lines of another."""
    with open(path, "rb") as lines, open(new, "wb") as out:
        out.writelines(line for line, _ in zip(lines, range(count)))
    return new


def loading(tool, log):
    """Waits for no disk: how far the threads of a load run ahead of it would be chance, and is memory."""
    return [tool, "append", "-", "--each", "--sync", "none", "--create", "-q", "-f", log]


def load(tool, submissions, log, **more):
    """What recording all of a file in a new log cost."""
    remove(log)
    return run(loading(tool, log), stdin=submissions, **more)


def instructions_a_line(tool, submissions, folder, few=2000, many=6000):
    """Instructions of replay and verify by a line of a log, and of append by a submission, without those of starting."""
    counts, lines = {"replay": [], "verify": [], "append --each": []}, []
    for count in (few, many):
        some, log = head(submissions, count, f"{folder}/some.ndjson"), f"{folder}/some.jsonl"
        load(tool, some, log)
        lines.append(count_lines(log))
        counts["replay"].append(instructions([tool, "replay", "--json", log]))
        counts["verify"].append(instructions([tool, "verify", "-q", log]))
        remove(log)
        counts["append --each"].append(instructions(loading(tool, log), some))
        remove(log)
    each = {"append --each": many - few}
    return {name: (b - a) / each.get(name, lines[1] - lines[0]) for name, (a, b) in counts.items()}


def snapshot_bytes(log):
    folder = log + ".d/snapshots"
    return sum(os.path.getsize(f"{folder}/{name}") for name in os.listdir(folder))


def remove(log):
    if os.path.exists(log):
        os.unlink(log)
    shutil.rmtree(log + ".d", ignore_errors=True)
