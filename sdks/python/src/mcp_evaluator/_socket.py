"""The connection of the WebSocket: opened when first needed, and again after a cut, until it is closed. For asyncio."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Dict, List, Mapping, Optional, Tuple

import anyio
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from ._answer import Answer, read_error
from ._http import CLOSED, Address
from ._retry import Policy, reconnect_delay
from ._session import Session, Want, why_closed
from .errors import APIError, ClientClosedError, ConnectionFailedError, MCPEvaluatorError, RequestTimedOutError

MESSAGE_BYTES_MAX = 64 << 20
RECONNECTS_MAX = 10
"""So often in a row, which is some three minutes; then whoever listens is told."""

logger = logging.getLogger("mcp_evaluator")


class Cut(Exception):  # noqa: N818, it is news and not an error: whoever waits goes on after it
    """The connection broke; it will be there again."""


class Straight(connect):
    """Follows no redirect, as HTTP does not: it would give the key to another host."""

    def process_redirect(self, exc: Exception) -> Exception:
        """Nowhere."""
        return exc


class Socket:
    """One connection, its commands, and what is heard on it."""

    def __init__(self, address: Address, policy: Policy) -> None:
        self.session = Session()
        self._address = address
        self._policy = policy
        self._task: Optional[asyncio.Task[None]] = None
        self._ready: Optional[asyncio.Future[ClientConnection]] = None
        self._replies: Dict[int, asyncio.Future[Dict[str, Any]]] = {}
        self._resumed: Dict[int, Optional[str]] = {}
        self._callers = 0
        self._is_closed = False

    async def listen(self, want: Want) -> Dict[str, Any]:
        """Begins to hear."""
        self.session.wants.append(want)
        try:
            reply = await self.command("subscribe", self.session.subscription(want.evaluation_id) or {})
        except BaseException:
            self.forget(want)
            raise
        want.is_on = True
        return reply

    def forget(self, want: Want) -> None:
        """Nobody listens there any more; what still comes is heard by nobody."""
        if want in self.session.wants:
            self.session.wants.remove(want)

    async def unlisten(self, evaluation_id: Optional[str]) -> Dict[str, Any]:
        """Tells the service what is still wanted of an evaluation."""
        return await self.command(*self.session.rest(evaluation_id))

    async def leave(self, want: Want) -> None:
        """Hears no more of this, and waits for no answer: the service may be slow, or gone."""
        if want not in self.session.wants:
            return
        self.forget(want)
        if self._ready is None or not self._ready.done() or self._ready.exception() is not None:
            return
        text = self.session.command(*self.session.rest(want.evaluation_id))[1]
        try:
            with anyio.fail_after(self._policy.timeout):
                await self._ready.result().send(text)
        except (ConnectionClosed, TimeoutError) as error:
            # What still comes is heard by nobody; that is only a waste.
            logger.debug("cannot unsubscribe: %s", error)

    @property
    def is_open(self) -> bool:
        """Is there a connection, or soon again?"""
        return self._task is not None and not self._task.done()

    async def command(self, kind: str, data: Mapping[str, Any]) -> Dict[str, Any]:
        """Says something and waits for the answer, over cuts, for the time of one request."""
        self._callers += 1
        try:
            # Not `asyncio.wait_for`, which before Python 3.12 loses a cancellation that comes with the answer.
            with anyio.fail_after(self._policy.timeout):
                return await self._say(kind, data)
        except TimeoutError:
            raise RequestTimedOutError(f"{kind}: no answer within {self._policy.timeout:g} s") from None
        finally:
            self._callers -= 1

    async def _say(self, kind: str, data: Mapping[str, Any]) -> Dict[str, Any]:
        while True:
            connection = await self._connection()
            number, text = self.session.command(kind, data)
            reply = self._replies[number] = asyncio.get_running_loop().create_future()
            try:
                await connection.send(text)
                return await reply
            except (Cut, ConnectionClosed):
                # Every command may be said twice. The task that reads sees the same end, and connects again.
                await asyncio.sleep(0.01)
            finally:
                self._replies.pop(number, None)
                if reply.done() and not reply.cancelled():
                    reply.exception()

    async def _connection(self) -> ClientConnection:
        if self._is_closed:
            raise ClientClosedError(CLOSED)
        if self._ready is None or not self.is_open:
            self._ready = asyncio.get_running_loop().create_future()
            self._task = asyncio.get_running_loop().create_task(self._keep())
        return await asyncio.shield(self._ready)

    async def _keep(self) -> None:
        """Connects again and again, as long as anybody wants anything."""
        failures = 0
        while True:
            was_heard, error = await self._talk()
            failures = 0 if was_heard else failures
            self._cut()
            if not error.retry_safe or failures >= RECONNECTS_MAX:
                self._give_up(error)
                return
            if not self.session.wants and not self._callers:
                return
            delay = reconnect_delay(failures)
            failures += 1
            if isinstance(error, APIError) and error.retry_after is not None:
                delay = min(max(delay, error.retry_after), self._policy.rate_limit_wait)
            logger.info("the WebSocket is gone (%s): connecting again in %.1f s", error, delay)
            await asyncio.sleep(delay)

    async def _talk(self) -> Tuple[bool, MCPEvaluatorError]:
        """One connection from begin to end: was anything heard, and why did it end?"""
        was_heard = False
        try:
            async with self._connect() as connection:
                self.session.complaint = None
                await self._resume(connection)
                if self._ready is not None and not self._ready.done():
                    self._ready.set_result(connection)
                while True:
                    self._hear(await connection.recv())
                    was_heard = self.session.complaint is None
        except ConnectionClosed as end:
            code, reason = (end.rcvd.code, end.rcvd.reason) if end.rcvd else (None, "")
            return was_heard, why_closed(code, reason, self.session.complaint)
        except InvalidStatus as refusal:
            return False, refused(refusal)
        except MCPEvaluatorError as error:
            return was_heard, error
        except (OSError, InvalidHandshake, InvalidURI, asyncio.TimeoutError, EOFError) as error:
            return False, ConnectionFailedError(f"{self._address.socket}: {error or type(error).__name__}")
        except Exception as error:
            # A proxy that cannot be used, a fault of ours: whoever waits must be told, and not wait for ever.
            failure = ConnectionFailedError(f"{self._address.socket}: {error!r}")
            failure.retry_safe = False
            return False, failure

    async def _resume(self, connection: ClientConnection) -> None:
        """After a cut: everything that came since what was heard last."""
        self._resumed.clear()
        for data in self.session.subscriptions():
            number, text = self.session.command("subscribe", data)
            self._resumed[number] = data.get("evaluationId")
            await connection.send(text)

    def _connect(self) -> Straight:
        headers = self._address.headers
        return Straight(
            self._address.socket,
            additional_headers={name: value for name, value in headers.items() if name != "User-Agent"},
            user_agent_header=headers["User-Agent"],
            open_timeout=self._policy.timeout,
            close_timeout=5,
            max_size=MESSAGE_BYTES_MAX,
        )

    def _hear(self, text: Any) -> None:
        reply = self.session.read(text)
        if reply is None:
            return
        waiting = self._replies.get(reply.number)
        if reply.number in self._resumed and reply.error is not None:
            self._fail(
                [want for want in self.session.wants if want.evaluation_id == self._resumed[reply.number]], reply.error
            )
        elif waiting is not None and not waiting.done():
            waiting.set_result(reply.data) if reply.error is None else waiting.set_exception(reply.error)

    def _cut(self) -> None:
        """Whoever waits for an answer asks again."""
        if self._ready is None or self._ready.done():
            self._ready = asyncio.get_running_loop().create_future()
        for reply in self._replies.values():
            if not reply.done():
                reply.set_exception(Cut())

    def _give_up(self, error: MCPEvaluatorError) -> None:
        """Tells everybody; who then asks again begins anew."""
        if self._ready is not None and not self._ready.done():
            self._ready.set_exception(error)
            self._ready.exception()  # Perhaps nobody waits for it, which is no news then.
        self._ready = None
        self._fail(list(self.session.wants), error)

    def _fail(self, wants: List[Want], error: MCPEvaluatorError) -> None:
        for want in wants:
            self.forget(want)
            want.fail(error)

    async def close(self) -> None:
        """Ends the connection, and tells whoever listens or waits."""
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._cut()
        self._give_up(ClientClosedError(CLOSED))


def refused(refusal: InvalidStatus) -> APIError:
    """The service answered with an error of HTTP instead of a WebSocket."""
    response = refusal.response
    headers = {name.lower(): value for name, value in response.headers.raw_items()}
    error = read_error(Answer(response.status_code, headers, bytes(response.body or b"")), time.time())
    # What is a matter of time in one request (422) is none here.
    error.retry_safe = response.status_code == 429 or response.status_code >= 500
    return error
