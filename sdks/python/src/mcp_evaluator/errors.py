"""What can go wrong: one class for each code of the API, and one for each way in which no answer came."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Type

from ._generated.answers import EvaluationView


class MCPEvaluatorError(Exception):
    """Anything that this package raises of itself."""

    retry_safe: bool = False
    """May the same be asked again, with hope?"""


class ConfigurationError(MCPEvaluatorError, ValueError):
    """An option of the client, or an argument, that cannot be."""


class MigrationError(MCPEvaluatorError, AttributeError):
    """Something of v0 that v1 no longer has; the message says what to use."""


class ClientClosedError(MCPEvaluatorError):
    """The client was closed, before or meanwhile."""


class ConnectionFailedError(MCPEvaluatorError, ConnectionError):
    """No connection, or one that broke before there was an answer."""

    def __init__(self, message: str, *, was_sent: bool = False, retry_safe: bool = True) -> None:
        super().__init__(message)
        self.was_sent = was_sent
        """Could the service have got the request, and have acted on it?"""
        self.retry_safe = retry_safe


class RequestTimedOutError(MCPEvaluatorError, TimeoutError):
    """No answer within the time of one request."""

    def __init__(self, message: str, *, retry_safe: bool = True) -> None:
        super().__init__(message)
        self.retry_safe = retry_safe


class WaitTimeoutError(MCPEvaluatorError, TimeoutError):
    """What was waited for did not come in time; it may come yet."""

    retry_safe = True


class MalformedAnswerError(MCPEvaluatorError):
    """An answer that is none of the API: something else is at this address, or stands between."""


class TooSlowError(MCPEvaluatorError):
    """Events came faster than they were taken; `last_event_id` is the last that was kept, to go on from."""

    retry_safe = True

    def __init__(self, message: str, last_event_id: Optional[int] = None) -> None:
        super().__init__(message)
        self.last_event_id = last_event_id


class EvaluationEndedError(MCPEvaluatorError):
    """An evaluation came to another end than the one that was waited for."""

    def __init__(self, message: str, evaluation: EvaluationView) -> None:
        super().__init__(message)
        self.evaluation = evaluation
        """As it stands."""
        error = evaluation.get("error") or {}
        self.code: Optional[str] = error.get("code")
        """Why, as a code of the API; nothing where it was cancelled."""
        self.retry_safe = self.code in ERRORS and ERRORS[self.code].retry_safe


class EvaluationFailedError(EvaluationEndedError):
    """It failed; `code` says why."""


class EvaluationCancelledError(EvaluationEndedError):
    """It was cancelled."""


class APIError(MCPEvaluatorError):
    """An answer of the API that is an error. A code that is not known here is an `APIError` itself."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: Optional[int] = None,
        details: Optional[Mapping[str, Any]] = None,
        documentation: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        """Of HTTP; nothing where the WebSocket said so."""
        self.details: Dict[str, Any] = dict(details or {})
        """Of invalid requests `field`, `value`, `constraint`, and all of them in `violations`."""
        self.documentation = documentation
        self.request_id = request_id
        """What the operator finds in the log."""
        self.retry_after = retry_after
        """In how many seconds the service wants to be asked again."""
        if code not in ERRORS and status is not None:
            self.retry_safe = status == 429 or status >= 500


class ValidationError(APIError):
    """Invalid request parameters."""


class AuthenticationError(APIError):
    """Missing or invalid authentication."""


class PermissionDeniedError(APIError):
    """Insufficient scopes."""


class NotFoundError(APIError):
    """No such evaluation or resource."""


class RateLimitError(APIError):
    """Too many requests."""

    retry_safe = True


class ServerUnreachableError(APIError):
    """The service cannot connect to the MCP server."""

    retry_safe = True


class EvaluationTimeoutError(APIError):
    """The evaluation or call took longer than it may."""

    retry_safe = True


class ConcurrentLimitError(APIError):
    """The queue, or every place for tests of tools, is full."""

    retry_safe = True


class InternalServerError(APIError):
    """Unexpected error of the service."""

    retry_safe = True


class MethodNotAllowedError(APIError):
    """The resource does not know this method."""


class ConflictError(APIError):
    """The evaluation has ended, or has not ended yet."""


class PayloadTooLargeError(APIError):
    """The request is too large."""


class UnsupportedMediaTypeError(APIError):
    """The request is not JSON."""


class RequestTimeoutError(APIError):
    """The service did not get the whole request in time."""

    retry_safe = True


class VersionGoneError(APIError):
    """This version of the API is gone."""


class SandboxUnavailableError(APIError):
    """The sandbox that the operator asks for cannot be had."""


class HookExecutionError(APIError):
    """A hook of the user's failed."""


ERRORS: Dict[str, Type[APIError]] = {
    "VALIDATION_ERROR": ValidationError,
    "AUTHENTICATION_REQUIRED": AuthenticationError,
    "INSUFFICIENT_PERMISSIONS": PermissionDeniedError,
    "RESOURCE_NOT_FOUND": NotFoundError,
    "RATE_LIMIT_EXCEEDED": RateLimitError,
    "SERVER_UNREACHABLE": ServerUnreachableError,
    "EVALUATION_TIMEOUT": EvaluationTimeoutError,
    "CONCURRENT_LIMIT": ConcurrentLimitError,
    "INTERNAL_SERVER_ERROR": InternalServerError,
    "METHOD_NOT_ALLOWED": MethodNotAllowedError,
    "CONFLICT": ConflictError,
    "PAYLOAD_TOO_LARGE": PayloadTooLargeError,
    "UNSUPPORTED_MEDIA_TYPE": UnsupportedMediaTypeError,
    "REQUEST_TIMEOUT": RequestTimeoutError,
    "VERSION_GONE": VersionGoneError,
    "SANDBOX_UNAVAILABLE": SandboxUnavailableError,
    "HOOK_EXECUTION_FAILED": HookExecutionError,
}
"""By code."""
