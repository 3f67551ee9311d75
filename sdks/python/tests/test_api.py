"""Nothing of the API is left out: held against `schemas/openapi.json`."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any, Callable, Dict, Set, Tuple, cast

import pytest

from mcp_evaluator import (
    AsyncMCPEvaluatorClient,
    MCPEvaluatorClient,
    config,
    evaluations,
    keys,
    reports,
    tools,
    webhooks,
)
from mcp_evaluator._call import Call
from mcp_evaluator._generated import requests
from mcp_evaluator._wire import camel
from mcp_evaluator.system import health, metrics

SCHEMAS = Path(__file__).resolve().parents[3] / "schemas"
DOCUMENT: Dict[str, Any] = json.loads((SCHEMAS / "openapi.json").read_text(encoding="utf-8"))
CALLS: Dict[Tuple[str, str], Callable[..., Any]] = {
    ("POST", "/evaluations"): evaluations.create,
    ("GET", "/evaluations"): evaluations.list_evaluations,
    ("GET", "/evaluations/{id}"): evaluations.get,
    ("DELETE", "/evaluations/{id}"): evaluations.cancel,
    ("GET", "/evaluations/{id}/documents"): evaluations.documents,
    ("GET", "/evaluations/{id}/documents/{name}"): evaluations.document,
    ("POST", "/evaluations/{id}/reports"): reports.create,
    ("GET", "/reports"): reports.list_reports,
    ("GET", "/reports/{id}"): reports.get,
    ("GET", "/reports/{id}/download"): reports.download,
    ("POST", "/tools/test"): tools.call_tool,
    ("POST", "/tools/list"): tools.list_tools,
    ("GET", "/config"): config.get,
    ("PUT", "/config"): config.update,
    ("GET", "/health"): health,
    ("GET", "/metrics"): metrics,
    ("POST", "/webhooks"): webhooks.create,
    ("GET", "/webhooks"): webhooks.list_webhooks,
    ("DELETE", "/webhooks/{id}"): webhooks.delete,
    ("POST", "/keys"): keys.create,
    ("GET", "/keys"): keys.list_keys,
    ("DELETE", "/keys/{id}"): keys.revoke,
}
# The same events come over the WebSocket, which also takes commands.
STREAMS = {("GET", "/events"), ("GET", "/evaluations/{id}/events")}


def routes() -> Set[Tuple[str, str]]:
    paths: Dict[str, Dict[str, Any]] = DOCUMENT["paths"]
    return {(verb.upper(), path[len("/api/v1") :]) for path, verbs in paths.items() for verb in verbs}


def test_every_route_of_the_api_has_a_method() -> None:
    assert set(CALLS) | STREAMS == routes()


@pytest.mark.parametrize("route", sorted(CALLS), ids=" ".join)
def test_a_method_asks_for_its_route(route: Tuple[str, str]) -> None:
    parameters = inspect.signature(CALLS[route]).parameters.values()
    needed = [one.name for one in parameters if one.default is one.empty]
    call: Call[Any] = CALLS[route](*(["x"] if name == "scopes" else f"<{name}>" for name in needed))
    verb, path = route
    in_path = [name for name in needed if "{" in path][: path.count("{")]
    for name in in_path:
        path = path.replace(path[path.index("{") : path.index("}") + 1], f"%3C{name}%3E", 1)
    assert (call.method, call.path) == (verb, path)


@pytest.mark.parametrize("route", sorted(CALLS), ids=" ".join)
def test_everything_that_can_be_given_has_an_argument(route: Tuple[str, str]) -> None:
    operation = DOCUMENT["paths"]["/api/v1" + route[1]][route[0].lower()]
    expected = {one["name"] for one in operation.get("parameters", []) if one["in"] == "query"}
    if "requestBody" in operation:
        name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
        expected |= set(DOCUMENT["components"]["schemas"][name]["properties"])
    parameters = list(inspect.signature(CALLS[route]).parameters)
    assert {camel(name) for name in parameters[route[1].count("{") :]} == expected


def test_what_counts_in_milliseconds_is_given_in_seconds() -> None:
    found: Set[str] = set()

    def look(schema: Any) -> None:
        properties = cast("Dict[str, Any]", schema).get("properties", {})
        for name, inner in properties.items():
            if "in milliseconds" in inner.get("description", ""):
                found.add(name)
            look(inner)

    schemas: Dict[str, Any] = DOCUMENT["components"]["schemas"]
    for name, schema in schemas.items():
        if name.endswith(("Request", "Update")):
            look(schema)
    assert {camel(name) for name in requests.SECONDS} == found == {"timeout", "evaluationTimeout"}


def test_both_clients_have_the_same_methods_with_the_same_arguments() -> None:
    def shape(value: Any) -> Dict[str, str]:
        found: Dict[str, str] = {}
        for name, member in inspect.getmembers(value):
            if name.startswith("_"):
                continue
            if callable(member):
                found[name] = ", ".join(inspect.signature(member).parameters)
            elif type(member).__module__.startswith("mcp_evaluator"):
                found.update({f"{name}.{inner}": text for inner, text in shape(member).items()})
        return found

    with MCPEvaluatorClient() as client:
        sync = shape(client)
    assert sync == shape(AsyncMCPEvaluatorClient())
    assert "evaluations.wait_for_completion" in sync
    assert sync["reports.create"] == "evaluation_id, format, template, include_evidence, include_recommendations"
