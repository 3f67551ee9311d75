"""A process that starts the program, and ends it when whoever wants its result is gone.

Run as a script, by path. The first line of stdin is the job, as JSON: `command`, `input`, a text for the program's
stdin or null, and `folder`, with what the program writes for our parent. From then on stdin is a lifeline: it closes
when the evaluation is to end, also where our parent was killed and could not say so. Then nobody wants what is in the
folder, and it is removed. stdout and stderr are the program's own. The exit code is the program's.
"""

import json
import os
import shutil
import signal
import subprocess
import threading

# The program ends its servers in good order; then it is killed, and its own guards end them. In seconds.
GRACE = 20.0


def main() -> int:
    """Runs the job."""
    job = json.loads(read_line())
    child = subprocess.Popen(job["command"], stdin=subprocess.DEVNULL if job["input"] is None else subprocess.PIPE)
    signal.signal(signal.SIGTERM, lambda _number, _frame: child.terminate())
    is_over = threading.Event()
    for task in (lambda: feed(child, job["input"]), lambda: end_with_stdin(child, is_over)):
        threading.Thread(target=task, daemon=True).start()
    code = child.wait()
    if is_over.is_set():
        shutil.rmtree(job["folder"], ignore_errors=True)
    return code if code >= 0 else 128 - code


def read_line() -> bytes:
    """Up to the first end of a line, and not a byte more is looked at as text."""
    line = b""
    while not line.endswith(b"\n"):
        some = os.read(0, 1 << 16)
        if not some:
            break
        line += some
    return line


def feed(child: "subprocess.Popen[bytes]", text: str) -> None:
    """Gives the program its stdin."""
    if child.stdin is not None:
        try:
            child.stdin.write(text.encode("utf-8"))
            child.stdin.close()
        except BrokenPipeError:
            pass  # It says itself why it did not read.


def end_with_stdin(child: "subprocess.Popen[bytes]", is_over: threading.Event) -> None:
    """Waits for the end of the lifeline."""
    while os.read(0, 64):
        pass
    is_over.set()
    child.terminate()
    try:
        child.wait(GRACE)
    except subprocess.TimeoutExpired:
        child.kill()


if __name__ == "__main__":
    code = main()
    # At once: a thread still waits for stdin.
    os._exit(code)
