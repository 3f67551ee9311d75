"""A service that says what a test wants it to: over HTTP and over the WebSocket."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

META = {"requestId": "req_" + "0" * 32, "timestamp": "2026-01-01T00:00:00Z", "version": "1.0.0"}


@dataclass
class Reply:
    """What is answered: JSON, or bytes as they are."""

    status: int = 200
    body: Any = None
    headers: Dict[str, str] = field(default_factory=dict[str, str])
    delay: float = 0.0
    """Before it begins, in seconds."""
    trickle: float = 0.0
    """Between its bytes, in seconds."""
    is_cut: bool = False
    """The connection breaks instead."""


def good(data: Any, status: int = 200) -> Reply:
    """A resource in the envelope."""
    return Reply(status, {"success": True, "data": data, "meta": META})


def bad(status: int, code: str, message: str = "no", **headers: str) -> Reply:
    """An error in the envelope."""
    error = {"code": code, "message": message, "details": {"field": "x"}, "documentation": "http://x/docs"}
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, {"success": False, "error": error, "meta": META}, headers)


@dataclass
class Asked:
    """A request that came."""

    method: str
    path: str
    headers: Dict[str, str]
    body: Any
    text: bytes
    at: float


class FakeAPI:
    """Answers requests one after the other; the last answer stays."""

    def __init__(self, *replies: Reply) -> None:
        self.replies: List[Reply] = list(replies)
        self.asked: List[Asked] = []
        self._lock = threading.Lock()
        self._news = threading.Condition(self._lock)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def take(self, asked: Asked) -> Reply:
        """Notes a request, and says what to answer."""
        with self._lock:
            self.asked.append(asked)
            self._news.notify_all()
            return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]

    def wait(self, seconds: float) -> None:
        """Until the next request, but no longer."""
        with self._lock:
            self._news.wait(seconds)

    def __enter__(self) -> FakeAPI:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def handler_of(api: FakeAPI) -> type:
    """What `http.server` calls for each connection."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            text = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = json.loads(text) if text else None
            reply = api.take(Asked(self.command, self.path, headers, body, text, time.monotonic()))
            time.sleep(reply.delay)
            self.close_connection = True
            if not reply.is_cut:
                self.send(reply)

        def send(self, reply: Reply) -> None:
            body = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            self.send_response(reply.status)
            for name, value in {"Connection": "close", "Content-Length": str(len(body)), **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                for start in range(0, len(body), 10 if reply.trickle else len(body)):
                    self.wfile.write(body[start : start + 10] if reply.trickle else body)
                    time.sleep(reply.trickle)
            except OSError:
                return  # The client had enough, which is what the test is about.

        do_GET = do_POST = do_PUT = do_DELETE = answer  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:
            return

    return Handler


class Line:
    """One connection of the WebSocket, on the service's side."""

    def __init__(self, connection: ServerConnection, heard: List[Dict[str, Any]]) -> None:
        self._connection = connection
        self._heard = heard

    def hear(self, kind: Optional[str] = None) -> Dict[str, Any]:
        """The next command; of this kind, if one is named."""
        while True:
            message: Dict[str, Any] = json.loads(self._connection.recv(timeout=30))
            self._heard.append(message)
            if kind is None or message["type"] == kind:
                return message

    def say(self, kind: str, data: Any, **more: Any) -> None:
        """A message."""
        self._connection.send(json.dumps({"type": kind, "data": data, **more}))

    def say_text(self, text: str) -> None:
        """Whatever it is."""
        self._connection.send(text)

    def answer(self, command: Dict[str, Any], kind: str, data: Any) -> None:
        """The answer to a command."""
        self.say(kind, data, id=command["id"])

    def subscribed(self) -> Dict[str, Any]:
        """Agrees to the next subscription."""
        command = self.hear("subscribe")
        self.answer(command, "subscribed", command["data"])
        return command["data"]

    def event(self, number: int, kind: str = "evaluation:progress", **data: Any) -> None:
        """An event."""
        self.say(kind, {"id": "eval_1", **data}, eventId=str(number))

    def close(self, code: int, reason: str = "") -> None:
        """Ends it."""
        self._connection.close(code, reason)

    def stay(self) -> None:
        """Until the client goes."""
        try:
            while True:
                self.hear()
        except (ConnectionClosed, TimeoutError):
            return


Script = Callable[[Line], None]


class FakeSocket:
    """Plays one script for each connection; the last stays. A number instead of a script refuses with that status."""

    def __init__(self, *scripts: Union[Script, int]) -> None:
        self.heard: List[Dict[str, Any]] = []
        self.upgrades: List[Request] = []
        self._played = threading.Condition()
        self._playing = 0
        self._scripts: Sequence[Union[Script, int]] = scripts
        self._server: Server = serve(self._play, "127.0.0.1", 0, process_request=self._refuse)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self.url = f"http://127.0.0.1:{self._server.socket.getsockname()[1]}"

    def _script(self, number: int) -> Union[Script, int]:
        return self._scripts[min(number, len(self._scripts) - 1)]

    def _refuse(self, connection: ServerConnection, request: Request) -> Optional[Response]:
        self.upgrades.append(request)
        script = self._script(len(self.upgrades) - 1)
        if not isinstance(script, int):
            self._playing += 1
            return None
        response = connection.respond(script, "")
        code = {401: "AUTHENTICATION_REQUIRED", 429: "RATE_LIMIT_EXCEEDED"}.get(script, "INTERNAL_SERVER_ERROR")
        response.body = json.dumps(bad(script, code).body).encode()
        del response.headers["Content-Length"]
        response.headers["Content-Length"] = str(len(response.body))
        return response

    def _play(self, connection: ServerConnection) -> None:
        script = self._script(len(self.upgrades) - 1)
        assert not isinstance(script, int)
        try:
            script(Line(connection, self.heard))
        except (ConnectionClosed, TimeoutError):
            return  # What was heard until then is what a test looks at.
        finally:
            with self._played:
                self._playing -= 1
                self._played.notify_all()

    def __enter__(self) -> FakeSocket:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        with self._played:
            self._played.wait_for(lambda: self._playing == 0, timeout=30)
        self._server.shutdown()
        self._thread.join()
