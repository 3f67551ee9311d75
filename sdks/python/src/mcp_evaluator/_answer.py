"""An answer of HTTP as data, and what it says: a resource, or why not."""

from __future__ import annotations

import json
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, Optional, cast

from ._generated.answers import Meta
from .errors import ERRORS, APIError, MalformedAnswerError
from .result import Result

BODY_BYTES_MAX = 256 << 20
"""No longer answer is read."""


@dataclass(frozen=True)
class Answer:
    """What came: names of headers in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def read_resource(answer: Answer) -> Any:
    """What stands in the envelope."""
    envelope = read_object(answer.body)
    data = envelope.get("data") if envelope else None
    if envelope is None or envelope.get("success") is not True or not isinstance(data, dict):
        raise MalformedAnswerError(f"expected the envelope of the API with `data`, got {shown(answer)}")
    return Result(cast("Dict[str, Any]", data), cast(Meta, as_object(envelope.get("meta"))))


def read_text(answer: Answer) -> str:
    """A file that is text."""
    try:
        return answer.body.decode()
    except UnicodeDecodeError:
        raise MalformedAnswerError("the file is no text in UTF-8; `download_bytes` gives it as it is") from None


def read_bytes(answer: Answer) -> bytes:
    """A file as it is."""
    return answer.body


def read_error(answer: Answer, now: float) -> APIError:
    """Why a request was not answered as it wished; `now` in seconds since 1970."""
    envelope = read_object(answer.body) or {}
    error, meta = as_object(envelope.get("error")), as_object(envelope.get("meta"))
    code = error.get("code")
    if not isinstance(code, str):
        code, error = "UNKNOWN", {"message": f"expected an error of the API, got {shown(answer)}"}
    return ERRORS.get(code, APIError)(
        str(error.get("message")),
        code=code,
        status=answer.status,
        details=as_object(error.get("details")),
        documentation=error.get("documentation"),
        request_id=meta.get("requestId") or answer.headers.get("x-request-id"),
        retry_after=retry_after(answer, now),
    )


def retry_after(answer: Answer, now: float) -> Optional[float]:
    """In how many seconds to ask again, where the service says so; `Retry-After` comes before the end of the window."""
    told = wanted_pause(answer.headers.get("retry-after"), now)
    if told is None and answer.status == 429:
        reset = number(answer.headers.get("x-ratelimit-reset"))
        told = None if reset is None else reset - now
    return None if told is None else max(0.0, told)


def wanted_pause(text: Optional[str], now: float) -> Optional[float]:
    """`Retry-After`: seconds, or a date (RFC 9110, 10.2.3)."""
    seconds = number(text)
    if seconds is not None or text is None:
        return seconds
    try:
        return parsedate_to_datetime(text).timestamp() - now
    except (TypeError, ValueError, OverflowError):
        return None


def number(text: Optional[str]) -> Optional[float]:
    """A whole number of seconds."""
    text = (text or "").strip()
    return float(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def read_object(body: bytes) -> Optional[Dict[str, Any]]:
    """JSON that is an object, or nothing."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return as_object(value) if isinstance(value, dict) else None


def as_object(value: Any) -> Dict[str, Any]:
    """A dict of what is one; of everything else an empty one."""
    return cast("Dict[str, Any]", value) if isinstance(value, dict) else {}


def shown(answer: Answer) -> str:
    """An answer in one line, cut short."""
    kind = answer.headers.get("content-type", "no content type")
    return f"status {answer.status} ({kind}): {answer.body[:100]!r}"
