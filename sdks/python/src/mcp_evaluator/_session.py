"""What is said over the WebSocket, and who wants to hear what. Pure: knows no connection.

Whoever listens has a `Want`. All wants of one evaluation share one subscription of the service; each of them knows by
itself what it was told already, so that it hears everything once, whatever is told again after a cut.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union, cast, get_args

from ._answer import as_object
from ._generated.events import Event, EventName
from .errors import ERRORS, APIError, ConfigurationError, ConnectionFailedError, MalformedAnswerError, MCPEvaluatorError

EVENT_NAMES: Tuple[str, ...] = get_args(EventName)
SYSTEM_STATUS = "system:status"
ENDS = ("evaluation:completed", "evaluation:failed", "evaluation:cancelled")
NORMAL, POLICY = 1000, 1008
# Our own faults: the same would be said again (RFC 6455, 7.4.1).
HOPELESS = (1002, 1003, 1007, 1009, 1010)


def is_asked(kind: str, asked: Sequence[str]) -> bool:
    """Is an event asked for: by its name, its short one, or its group (`hook:*`)? Nothing asked for is all."""
    return not asked or any(fits(kind, pattern) for pattern in asked)


def fits(kind: str, pattern: str) -> bool:
    """Of one pattern. `error` is `error:occurred`, and a short name is the evaluation's where it has one."""
    if pattern.endswith("*"):
        return kind.startswith(pattern[:-1])
    group, _, short = kind.partition(":")
    is_first = group == "evaluation" or f"evaluation:{short}" not in EVENT_NAMES
    return pattern == kind or (pattern == short and is_first) or (pattern == group == "error")


def check_events(events: Optional[Sequence[str]]) -> Tuple[str, ...]:
    """Names of events, none of them misspelt."""
    asked = (events,) if isinstance(events, str) else tuple(events or ())
    for pattern in asked:
        if (pattern.endswith("*") and pattern != "*" and pattern[-2:] != ":*") or not any(
            fits(kind, pattern) for kind in EVENT_NAMES
        ):
            raise ConfigurationError(f"`{pattern}` names no event; there are {', '.join(EVENT_NAMES)}, and `hook:*`")
    return asked


@dataclass(eq=False)
class Want:
    """What one listener wants to hear: of one evaluation, or of all."""

    evaluation_id: Optional[str]
    events: Tuple[str, ...]
    after: Optional[int]
    """The last that it was told; nothing is from now on."""
    hear: Callable[[Event], None]
    fail: Callable[[MCPEvaluatorError], None]
    hears_system: bool
    """Is it told of the service itself, too?"""
    is_on: bool = False
    """Did the service agree?"""

    def takes(self, kind: str, of: Optional[str], number: Optional[int]) -> bool:
        """Is it for this listener, and new to it? If so, it is told by now."""
        if not is_asked(kind, self.events):
            return False
        if kind == SYSTEM_STATUS:
            return self.hears_system
        is_old = self.after is not None and number is not None and number <= self.after
        if is_old or self.evaluation_id not in (None, of):
            return False
        self.after = self.after if number is None else number
        return True


@dataclass(frozen=True)
class Reply:
    """The answer to one of our commands."""

    number: int
    data: Dict[str, Any]
    error: Optional[APIError]


class Session:
    """All wants, and the numbers of commands."""

    def __init__(self) -> None:
        self.wants: List[Want] = []
        self.complaint: Optional[APIError] = None
        """What the service said last before it closed the connection."""
        self._number = 0

    def command(self, kind: str, data: Mapping[str, Any]) -> Tuple[int, str]:
        """A command, and the number that comes back with its answer."""
        self._number += 1
        return self._number, json.dumps({"type": kind, "id": self._number, "data": data})

    def subscription(self, evaluation_id: Optional[str]) -> Optional[Dict[str, Any]]:
        """What to subscribe to for all wants of an evaluation together; nothing where nobody wants any."""
        wants = [want for want in self.wants if want.evaluation_id == evaluation_id]
        if not wants:
            return None
        patterns = sorted({pattern for want in wants for pattern in want.events})
        known = [want.after for want in wants if want.after is not None]
        given = {
            "evaluationId": evaluation_id,
            "events": patterns if all(want.events for want in wants) else None,
            "lastEventId": str(min(known)) if known else None,
        }
        return {name: value for name, value in given.items() if value is not None}

    def rest(self, evaluation_id: Optional[str]) -> Tuple[str, Dict[str, Any]]:
        """The command that tells the service what is still wanted of an evaluation."""
        wanted = self.subscription(evaluation_id)
        if wanted is not None:
            return "subscribe", wanted
        return "unsubscribe", {"evaluationId": evaluation_id} if evaluation_id else {}

    def subscriptions(self) -> List[Dict[str, Any]]:
        """All of them, as after a cut."""
        evaluations = dict.fromkeys(want.evaluation_id for want in self.wants if want.is_on)
        found = [self.subscription(evaluation_id) for evaluation_id in evaluations]
        return [one for one in found if one is not None]

    def read(self, text: Union[str, bytes]) -> Optional[Reply]:
        """Takes a message in: events go to whoever wants them, answers are given back."""
        message = read_message(text)
        kind, number = message["type"], message.get("id")
        data = as_object(message.get("data"))
        error = read_complaint(data) if kind == "error" else None
        if isinstance(number, int):
            return Reply(number, data, error)
        if error is not None:
            self.complaint = error
        elif kind in EVENT_NAMES:
            self.tell(kind, message, data)
        return None

    def tell(self, kind: str, message: Dict[str, Any], data: Dict[str, Any]) -> None:
        """An event, to whoever wants it. Several wants of one listener hear it once."""
        number = read_number(message.get("eventId"))
        of = data.get("evaluationId") or data.get("id")
        heard: List[Callable[[Event], None]] = []
        for want in list(self.wants):
            if want.takes(kind, of, number) and want.hear not in heard:
                heard.append(want.hear)
                want.hear(cast(Event, message))


def read_message(text: Union[str, bytes]) -> Dict[str, Any]:
    """A message of the service."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or not isinstance(cast("Dict[str, Any]", value).get("type"), str):
        raise MalformedAnswerError(f"expected a message with a `type`, got {text[:100]!r}")
    return cast("Dict[str, Any]", value)


def read_complaint(data: Dict[str, Any]) -> APIError:
    """An error that the WebSocket told."""
    error = as_object(data.get("error"))
    code = str(error.get("code"))
    return ERRORS.get(code, APIError)(str(error.get("message")), code=code, details=as_object(error.get("details")))


def read_number(event_id: Any) -> Optional[int]:
    """`eventId`, which counts up; answers come again with it."""
    text = str(event_id)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None


def why_closed(code: Optional[int], reason: str, complaint: Optional[APIError]) -> MCPEvaluatorError:
    """Why the service, or the network, ended the connection; `retry_safe` says whether to come again."""
    if complaint is not None and code == POLICY:
        return complaint
    error = ConnectionFailedError(f"the WebSocket was closed: {code} {reason}".rstrip(), was_sent=True)
    error.retry_safe = code not in (*HOPELESS, NORMAL, POLICY)
    return error
