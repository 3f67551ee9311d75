"""Types of answers, requests and events, as the API's schemas have them."""

from ._generated.answers import *  # noqa: F403
from ._generated.completed import CompletedEvaluation as CompletedEvaluation
from ._generated.events import *  # noqa: F403
from ._generated.requests import *  # noqa: F403
