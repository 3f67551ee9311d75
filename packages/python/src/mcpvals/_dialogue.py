"""The program as something that answers lines of JSON until its stdin ends: it ends when we do, without a guard."""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import subprocess
import tempfile
import threading
from concurrent.futures import Future
from typing import IO, Any, Dict, List, Mapping, Optional, Tuple, cast

from ._options import StrPath
from ._process import apart
from .errors import NoAnswerError, error_of

# What the program takes beyond the server, in seconds.
MARGIN = 10.0
# So many questions are open in the program; it reads no more before one is answered.
OPEN_MAX = 64
# The number of the line that comes unasked, and has none.
UNASKED = 0


class Dialogue:
    """Questions of any thread, at the same time. A thread reads the answers, and hands each to who waits for it."""

    def __init__(
        self, command: List[str], cwd: Optional[StrPath] = None, env: Optional[Mapping[str, str]] = None
    ) -> None:
        """Starts it."""
        # For its stderr: a file without a name, which nothing of us can leave behind.
        with contextlib.ExitStack() as files:
            self._log = files.enter_context(tempfile.TemporaryFile())
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, cwd=cwd, env=env, **apart()
            )
            files.pop_all()
        self._process = cast("subprocess.Popen[bytes]", process)
        # Who asks more waits here, and not for an answer: that has a deadline.
        self._room = threading.Semaphore(OPEN_MAX)
        self._writes = threading.Lock()
        # Another one: a program that cannot write reads nothing, and who reads must not wait for who writes then.
        self._lock = threading.Lock()
        self._waiting: Dict[int, Future[Dict[str, Any]]] = {}
        self._next = UNASKED
        self._is_over = False
        self.last_words: Dict[str, Any] = {}
        """What it said unasked at its end; there when `end` is over."""
        _, self._first = self._expect()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def say(self, line: str) -> None:
        """Something that has no answer. If it is gone, or was ended, whoever waits for one learns of it."""
        stdin = cast("IO[bytes]", self._process.stdin)
        with self._writes, contextlib.suppress(BrokenPipeError, ValueError):
            stdin.write(line.encode("utf-8") + b"\n")
            stdin.flush()

    def first(self, seconds: float) -> Dict[str, Any]:
        """What it says unasked. Raises a `MCPValsError` where it ends instead."""
        try:
            return within(seconds, self._first)
        except EOFError:
            code = self._process.wait(MARGIN)
            self._log.seek(0)
            raise error_of(code, self._log.read().decode("utf-8", "replace")) from None

    def ask(self, question: Mapping[str, Any], seconds: float) -> Dict[str, Any]:
        """Its answer to a question. Raises `NoAnswerError`, and `ValueError` or `TypeError` for what is no JSON."""
        with self._room:
            number, answer = self._expect()
            try:
                self.say(json.dumps({"id": number, **question}, allow_nan=False))
                return within(seconds + MARGIN, answer)
            except EOFError:
                raise NoAnswerError("the session is closed") from None
            finally:
                self._take(number)

    def end(self, seconds: float) -> None:
        """Ends it: in good order, when all is answered, and after this time at once."""
        if self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(MARGIN)
        self._log.close()

    def _expect(self) -> Tuple[int, Future[Dict[str, Any]]]:
        """The next number, and what will be its answer."""
        answer: Future[Dict[str, Any]] = Future()
        with self._lock:
            number = self._next
            self._next += 1
            self._waiting[number] = answer
            if self._is_over:
                answer.set_exception(EOFError())
        return number, answer

    def _take(self, number: int) -> Optional[Future[Dict[str, Any]]]:
        """Who waits for this number; nobody, where the time was up."""
        with self._lock:
            return self._waiting.pop(number, None)

    def _read(self) -> None:
        try:
            with cast("IO[bytes]", self._process.stdout) as stdout:
                for line in stdout:
                    said = json.loads(line)
                    answer = self._take(said.get("id", UNASKED))
                    if answer is not None:
                        answer.set_result(said)
                    elif "id" not in said:
                        self.last_words = said
        finally:
            with self._lock:
                self._is_over = True
                for answer in self._waiting.values():
                    answer.set_exception(EOFError())


def within(seconds: float, answer: Future[Dict[str, Any]]) -> Dict[str, Any]:
    """It, or `EOFError` where the program is gone. Raises `NoAnswerError` where it takes longer."""
    try:
        return answer.result(seconds)
    except concurrent.futures.TimeoutError:
        raise NoAnswerError(f"the program says nothing within {seconds:g} s") from None
