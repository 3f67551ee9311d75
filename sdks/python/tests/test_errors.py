"""Errors: one class for each code, and what each says."""

from __future__ import annotations

from typing import Dict, get_args

import pytest

import mcp_evaluator
from mcp_evaluator import APIError, InternalServerError, MalformedAnswerError, MCPEvaluatorError
from mcp_evaluator._answer import Answer, read_error, read_resource, read_text
from mcp_evaluator._generated.answers import ErrorCode
from mcp_evaluator.errors import ERRORS

# Of seed 003, `Error Codes`.
SEED: Dict[str, bool] = {
    "VALIDATION_ERROR": False,
    "AUTHENTICATION_REQUIRED": False,
    "INSUFFICIENT_PERMISSIONS": False,
    "RESOURCE_NOT_FOUND": False,
    "RATE_LIMIT_EXCEEDED": True,
    "SERVER_UNREACHABLE": True,
    "EVALUATION_TIMEOUT": True,
    "CONCURRENT_LIMIT": True,
    "INTERNAL_SERVER_ERROR": True,
}


def test_every_code_of_the_api_has_a_class_that_is_exported() -> None:
    assert set(ERRORS) == set(get_args(ErrorCode))
    assert len(set(ERRORS.values())) == len(ERRORS)
    assert all(getattr(mcp_evaluator, one.__name__) is one for one in ERRORS.values())


def test_retry_safe_is_as_the_seed_has_it() -> None:
    assert {code: ERRORS[code].retry_safe for code in SEED} == SEED


def test_everything_that_is_raised_has_one_base() -> None:
    names = [name for name in mcp_evaluator.__all__ if name.endswith("Error")]
    assert len(names) > 25
    assert all(issubclass(getattr(mcp_evaluator, name), MCPEvaluatorError) for name in names)


def test_an_error_says_all_that_the_service_said() -> None:
    body = b"""{"success": false, "error": {"code": "VALIDATION_ERROR", "message": "Invalid server path provided",
        "details": {"field": "serverPath"}, "documentation": "http://x/docs/errors/VALIDATION_ERROR"},
        "meta": {"requestId": "req_1"}}"""
    error = read_error(Answer(400, {}, body), 0)
    assert type(error).__name__ == "ValidationError"
    assert str(error) == "VALIDATION_ERROR: Invalid server path provided"
    assert (error.code, error.status, error.request_id) == ("VALIDATION_ERROR", 400, "req_1")
    assert (error.details, error.documentation) == ({"field": "serverPath"}, "http://x/docs/errors/VALIDATION_ERROR")


@pytest.mark.parametrize(
    ("status", "body", "retry_safe"),
    [
        (502, b"<html>Bad gateway</html>", True),
        (429, b"", True),
        (404, b"null", False),
        (500, b'{"error": {"code": 7}}', True),
        (500, b'{"error": "x"}', True),
        (301, b"", False),
        (500, b"[" * 100_000, True),
    ],
)
def test_an_error_that_is_not_of_the_api_is_one_all_the_same(status: int, body: bytes, retry_safe: bool) -> None:
    error = read_error(Answer(status, {"content-type": "text/html"}, body), 0)
    assert type(error) is APIError
    assert (error.code, error.status, error.retry_safe) == ("UNKNOWN", status, retry_safe)
    assert str(status) in str(error)


def test_a_code_of_a_later_version_is_kept() -> None:
    body = b'{"success": false, "error": {"code": "TEAPOT", "message": "short"}, "meta": {}}'
    error = read_error(Answer(503, {}, body), 0)
    assert (type(error), error.code, error.retry_safe) == (APIError, "TEAPOT", True)
    assert InternalServerError("x", code="INTERNAL_SERVER_ERROR", status=500).retry_safe


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        b"[]",
        b'{"success": true}',
        b'{"success": false, "data": {}}',
        b'{"success": true, "data": 1}',
        b"\xff",
    ],
)
def test_a_malformed_answer_is_told_with_its_beginning(body: bytes) -> None:
    with pytest.raises(MalformedAnswerError, match="status 200"):
        read_resource(Answer(200, {}, body))


def test_a_file_that_is_no_text_is_not_given_as_one() -> None:
    with pytest.raises(MalformedAnswerError, match="download_bytes"):
        read_text(Answer(200, {}, b"\xff\xfe"))
