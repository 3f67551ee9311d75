"""Takes the steps of a request over HTTP, sync and async."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from dataclasses import dataclass
from typing import Any, Dict, Optional, TypeVar

import anyio
import httpx

from ._answer import BODY_BYTES_MAX, Answer
from ._call import Exchange, Flow, Outcome
from ._version import __version__
from .errors import (
    ClientClosedError,
    ConfigurationError,
    ConnectionFailedError,
    MalformedAnswerError,
    RequestTimedOutError,
)

T = TypeVar("T")
CLOSED = "the client is closed"


@dataclass(frozen=True, repr=False)
class Address:
    """Where the service is, and who asks."""

    base_url: str
    api_key: Optional[str]

    def __post_init__(self) -> None:
        if not is_http(self.base_url):
            raise ConfigurationError(f"`base_url` must be an http or https address, got `{self.base_url}`")
        if self.api_key is not None and not (self.api_key.isascii() and self.api_key.isprintable()):
            raise ConfigurationError("`api_key` must be printable ASCII")

    @property
    def api(self) -> str:
        """Of the REST API."""
        return self.base_url.rstrip("/") + "/api/v1"

    @property
    def socket(self) -> str:
        """Of the WebSocket."""
        return "ws" + self.base_url.rstrip("/")[len("http") :] + "/ws"

    @property
    def headers(self) -> Dict[str, str]:
        """Of every request."""
        known = {"User-Agent": f"mcp-evaluator-python/{__version__}"}
        return {**known, "Authorization": f"Bearer {self.api_key}"} if self.api_key else known


def is_http(url: str) -> bool:
    """Can it be asked?"""
    try:
        parts = httpx.URL(url)
    except (httpx.InvalidURL, TypeError):
        return False
    return parts.scheme in ("http", "https") and bool(parts.host)


def request_of(step: Exchange, client: Any, address: Address) -> httpx.Request:
    """A step as a request of httpx."""
    call = step.call
    headers = {**address.headers, "Accept": "application/json, */*"}
    content = None
    if call.body is not None:
        content = json.dumps(call.body, allow_nan=False).encode()
        headers["Content-Type"] = "application/json"
    return client.build_request(
        call.method,
        address.api + call.path,
        params=dict(call.query) or None,
        content=content,
        headers=headers,
        timeout=step.timeout,
    )


class Body:
    """What was read of an answer so far."""

    def __init__(self, response: httpx.Response, until: float) -> None:
        self._response = response
        self._until = until
        self._read = bytearray()

    def add(self, chunk: bytes) -> None:
        """Neither time nor memory is without end."""
        self._read += chunk
        if len(self._read) > BODY_BYTES_MAX:
            raise MalformedAnswerError(f"the answer is longer than {BODY_BYTES_MAX} bytes")
        if time.monotonic() > self._until:
            raise httpx.ReadTimeout("the answer did not end in time")

    def answer(self) -> Answer:
        """All of it."""
        headers = {name.lower(): value for name, value in self._response.headers.items()}
        return Answer(self._response.status_code, headers, bytes(self._read))


def fault_of(error: httpx.HTTPError, step: Exchange) -> Outcome:
    """Why no answer came, in our words. What may have been done is not safe to ask again."""
    repeats = step.call.is_idempotent
    what = f"{step.call.method} {step.call.path}"
    if isinstance(error, httpx.TimeoutException):
        return RequestTimedOutError(f"{what}: no answer within {step.timeout:g} s", retry_safe=repeats)
    was_sent = not isinstance(error, (httpx.ConnectError, httpx.ProxyError, httpx.UnsupportedProtocol))
    said = f"{what}: {error or type(error).__name__}"
    return ConnectionFailedError(said, was_sent=was_sent, retry_safe=repeats or not was_sent)


class HTTP:
    """Connections, and the wait between two requests."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._client = httpx.Client()
        self._closed = threading.Event()

    def run(self, flow: Flow[T]) -> T:
        """Takes all steps to the result."""
        outcome: Optional[Outcome] = None
        while True:
            try:
                step = flow.send(outcome)
            except StopIteration as end:
                return end.value
            outcome = self._exchange(step) if isinstance(step, Exchange) else self._pause(step.seconds)

    def _exchange(self, step: Exchange) -> Outcome:
        if self._closed.is_set():
            raise ClientClosedError(CLOSED)
        try:
            until = time.monotonic() + step.timeout
            response = self._client.send(request_of(step, self._client, self._address), stream=True)
            try:
                body = Body(response, until)
                for chunk in response.iter_bytes():
                    body.add(chunk)
                return body.answer()
            finally:
                response.close()
        except httpx.HTTPError as error:
            if self._closed.is_set():
                raise ClientClosedError(CLOSED) from None
            return fault_of(error, step)

    def _pause(self, seconds: float) -> None:
        if self._closed.wait(seconds):
            raise ClientClosedError(CLOSED)

    def close(self) -> None:
        """Ends connections, and whoever waits."""
        self._closed.set()
        self._client.close()


class AsyncHTTP:
    """The same for asyncio."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._client = httpx.AsyncClient()
        self._is_closed = False

    async def run(self, flow: Flow[T]) -> T:
        """Takes all steps to the result."""
        outcome: Optional[Outcome] = None
        while True:
            try:
                step = flow.send(outcome)
            except StopIteration as end:
                return end.value
            if isinstance(step, Exchange):
                outcome = await self._exchange(step)
            else:
                await asyncio.sleep(step.seconds)
                outcome = None

    async def _exchange(self, step: Exchange) -> Outcome:
        if self._is_closed:
            raise ClientClosedError(CLOSED)
        try:
            with anyio.fail_after(step.timeout):
                return await self._read(step)
        except TimeoutError:
            return fault_of(httpx.ReadTimeout(""), step)
        except httpx.HTTPError as error:
            return fault_of(error, step)

    async def _read(self, step: Exchange) -> Answer:
        response = await self._client.send(request_of(step, self._client, self._address), stream=True)
        try:
            body = Body(response, time.monotonic() + step.timeout)
            async for chunk in response.aiter_bytes():
                body.add(chunk)
            return body.answer()
        finally:
            await response.aclose()

    async def close(self) -> None:
        """Ends connections."""
        self._is_closed = True
        await self._client.aclose()
