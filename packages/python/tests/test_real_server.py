"""The plugin and the library on a real server from npm: `server-everything`, as it is installed for all tests."""

from __future__ import annotations

from typing import Any, Dict

import pytest
from conftest import config, write

import mcpvals

ECHO = {"name": "echo", "args": {"message": "hello"}}


def test_it_is_evaluated(everything: Dict[str, Any]) -> None:
    report = mcpvals.evaluate(config([{**ECHO, "expectedResult": "Echo: hello"}], everything))
    assert report.passed, report.problems


def test_its_cases_are_tests(everything: Dict[str, Any], pytester: pytest.Pytester) -> None:
    right, wrong = (
        {**ECHO, "expectedResult": "Echo: hello"},
        {**ECHO, "expectedResult": "hallo", "description": "greets"},
    )
    write(pytester.path, config([right, wrong], everything))
    ran = pytester.runpytest_subprocess("-p", "no:cacheprovider", timeout=120)
    ran.assert_outcomes(passed=1, failed=1)
    ran.stdout.fnmatch_lines(["FAIL  S/greets*", "  expected*hallo*", "  actual*Echo: hello*"])
