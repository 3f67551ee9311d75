"""Options of Python as the API has them: snake_case as camelCase, seconds as milliseconds."""

from __future__ import annotations

import math
import re
from datetime import datetime, timezone
from typing import Any, Dict, Mapping, Optional

from ._generated.requests import SECONDS
from .errors import ConfigurationError


def camel(name: str) -> str:
    """`run_static` as `runStatic`; what is so already stays."""
    return re.sub("_([a-z0-9])", lambda letter: letter[1].upper(), name)


def to_api(options: Optional[Mapping[str, Any]]) -> Optional[Dict[str, Any]]:
    """Options as a body, or a part of one. Only these names are changed, and none inside of their values."""
    if options is None:
        return None
    return {camel(name): value_of(name, value) for name, value in options.items() if value is not None}


def value_of(name: str, value: Any) -> Any:
    """A value as the API has it. A name that is the API's own already (`evaluationTimeout`) has its value, too."""
    return milliseconds(name, value) if name in SECONDS else value


def milliseconds(name: str, seconds: Any) -> int:
    """Seconds as the API counts time."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not math.isfinite(seconds):
        raise ConfigurationError(f"`{name}` must be a number of seconds, got {seconds!r}")
    return round(seconds * 1000)


def query(options: Mapping[str, Any]) -> Dict[str, str]:
    """Options as the query of an address."""
    return {camel(name): word(value) for name, value in options.items() if value is not None}


def word(value: Any) -> str:
    """A value in a query: lists have commas, times are of UTC."""
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, (list, tuple)):
        return ",".join(str(one) for one in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return str(value)
