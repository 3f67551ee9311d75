"""Writes `_generated/` from the API's schemas; `--check` only looks whether it is up to date."""

import json
import re
import sys
from pathlib import Path
from typing import Any, cast

HERE = Path(__file__).resolve().parent.parent
SCHEMAS = HERE.parent.parent / "schemas"
TARGET = HERE / "src" / "mcp_evaluator" / "_generated"
HEAD = '"""{}\n\nGenerated from `schemas/{}` by `scripts/generate.py`; do not edit.\n"""\n\n'
FUTURE = "from __future__ import annotations\n"
SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
# Objects of requests that stand in others, and what they are called here.
NESTED = {
    "EvaluationOptions": ("EvaluationRequest", "options"),
    "ServerOptions": ("EvaluationRequest", "server"),
    "LimitsUpdate": ("ConfigUpdate", "limits"),
    "ObservabilityUpdate": ("ConfigUpdate", "observability"),
}
OVERLOAD = "        @overload\n"
COMPLETED = '''class CompletedEvaluation(Result):
    """An evaluation that completed; its score is null where nothing was judged."""

    __slots__ = ()

    if TYPE_CHECKING:
        # As of a `TypedDict`: what it does not have cannot be asked for.
{items}        def __getitem__(self, key: str, /) -> Any: ...  # pyright: ignore[reportIncompatibleMethodOverride]

{gets}        def get(self, key: str, *default: Any) -> Any: ...  # pyright: ignore[reportIncompatibleMethodOverride]
'''
# The document does not say which members of an event are always there; all are but these.
SOMETIMES = {"attempt", "currentTask", "responseTime", "result"}


def type_of(given: Any) -> str:
    """A schema as a type of Python."""
    if not isinstance(given, dict):
        return "Any"
    schema = cast("dict[str, Any]", given)
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
    if "anyOf" in schema or "oneOf" in schema:
        return union([type_of(one) for one in schema.get("anyOf") or schema["oneOf"]])
    kind: Any = schema.get("type", "")
    if isinstance(kind, list):
        return union([type_of({**schema, "type": one}) for one in cast("list[str]", kind)])
    if kind == "array":
        return f"List[{type_of(schema.get('items'))}]"
    if kind == "object":
        return f"Dict[str, {type_of(schema.get('additionalProperties'))}]"
    return SIMPLE.get(kind, "Any")


def union(kinds: list[str]) -> str:
    """One of several, where nothing is `Optional`."""
    kinds = list(dict.fromkeys(kinds))
    some = [kind for kind in kinds if kind != "None"]
    joined = some[0] if len(some) == 1 else f"Union[{', '.join(some)}]"
    return joined if len(some) == len(kinds) else f"Optional[{joined}]"


def snake(name: str) -> str:
    """`runStatic` as `run_static`."""
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def said(text: str, indent: str) -> list[str]:
    """A description as a docstring."""
    text = " ".join(text.split())
    return [f'{indent}"""{text}"""'] if text else []


def dict_class(name: str, schema: Any, required: set[str]) -> str:
    """An object as a `TypedDict`."""
    lines = [f"class {name}(TypedDict):", *said(schema.get("description", "") or f"`{name}`.", "    "), ""]
    for member, inner in schema["properties"].items():
        kind = type_of(inner)
        lines.append(f"    {member}: {kind if member in required else f'NotRequired[{kind}]'}")
        lines += said(inner.get("description", ""), "    ")
    return "\n".join(lines) + "\n"


def answers(schemas: Any) -> str:
    """Every shape of an answer."""
    parts: list[str] = []
    for name, schema in schemas.items():
        if name.endswith(("Request", "Update")) or name == "Error":
            continue
        if "properties" in schema and schema.get("type") == "object":
            parts.append(dict_class(name, schema, set(schema.get("required", []))))
        else:
            parts.append(alias(name, schema))
    codes = schemas["Error"]["properties"]["error"]["properties"]["code"]
    parts.append(f"ErrorCode = {type_of(codes)}\n")
    return "\n\n".join(parts)


def completed(schemas: Any) -> str:
    """What is waited for, as a class: a `TypedDict` cannot have `result.data`."""
    view = schemas["EvaluationView"]
    required = {*view["required"], "score"}
    kinds = {member: type_of(inner) for member, inner in view["properties"].items()}
    items = [overloaded("__getitem__", member, kinds[member]) for member in kinds if member in required]
    items.append(overloaded("__getitem__", "data", "Self"))
    gets = [overloaded("get", member, kind if member in required else maybe(kind)) for member, kind in kinds.items()]
    gets.append(f"{OVERLOAD}        def get(self, key: str, default: Any = ..., /) -> Any: ...\n")
    return COMPLETED.format(items="".join(items), gets="".join(gets))


def overloaded(method: str, member: str, kind: str) -> str:
    """What a method returns for this member."""
    return f"{OVERLOAD}        def {method}(self, key: Literal[{member!r}], /) -> {kind}: ...\n"


def maybe(kind: str) -> str:
    """This, or nothing."""
    return kind if kind.startswith("Optional[") else f"Optional[{kind}]"


def alias(name: str, schema: Any) -> str:
    """A type that is no object: one of several words, or anything."""
    if "oneOf" in schema:
        return f"{name} = Literal[{', '.join(repr(one['const']) for one in schema['oneOf'])}]\n"
    if "enum" in schema:
        return f"{name} = {type_of(schema)}\n"
    return f"{name} = Dict[str, Any]\n"


def requests(schemas: Any) -> str:
    """What is given in a dict of its own, in snake_case; times in seconds."""
    parts: list[str] = []
    seconds: list[str] = []
    for name, (request, member) in NESTED.items():
        schema = schemas[request]["properties"][member]
        properties: dict[str, Any] = {}
        for key, inner in schema["properties"].items():
            text = inner.get("description", "")
            if "in milliseconds" in text:
                seconds.append(snake(key))
                inner = {"type": "number", "description": text.replace("milliseconds", "seconds")}
            properties[snake(key)] = inner
        about = schema.get("description", f"`{member}` of a request.")
        parts.append(dict_class(name, {"properties": properties, "description": about}, set()))
    parts += [f"{name} = {type_of(schema)}\n" for name, schema in words(schemas)]
    parts.append(f"SECONDS = frozenset({sorted(seconds)!r})\n")
    return "\n\n".join(parts)


def words(schemas: Any) -> list[tuple[str, Any]]:
    """The closed sets of words that arguments take."""
    report = schemas["ReportRequest"]["properties"]
    return [
        ("Transport", schemas["ToolTestRequest"]["properties"]["transport"]),
        ("ReportFormat", report["format"]),
        ("ReportTemplate", report["template"]),
        ("Scope", schemas["KeyRequest"]["properties"]["scopes"]["items"]),
    ]


def events(messages: Any) -> str:
    """Every event, and the union of them."""
    parts: list[str] = []
    names: list[str] = []
    for key, message in messages.items():
        if ":" not in message["name"] or key == "auth-success":
            continue
        name = "".join(word.title() for word in key.split("-"))
        names.append(name + "Event")
        payload = message["payload"]
        data: dict[str, Any] = {**payload["properties"]["data"], "description": f"What `{message['name']}` tells."}
        data["properties"] = {**data["properties"]}
        for member, inner in data["properties"].items():
            if "properties" in inner:
                data["properties"][member] = {"$ref": f"#/{name}{member.title()}"}
                parts.append(dict_class(name + member.title(), inner, set(inner["properties"])))
        sometimes = SOMETIMES if name == "ErrorOccurred" else {*SOMETIMES, "error"}
        parts.append(dict_class(name + "Data", data, set(data["properties"]) - sometimes))
        whole: dict[str, Any] = {"properties": {**payload["properties"]}, "description": f"`{message['name']}`."}
        whole["properties"]["data"] = {"$ref": f"#/{name}Data"}
        # Events that have a number always have it.
        parts.append(dict_class(name + "Event", whole, {*payload["required"], "eventId"}))
    kinds = [message["name"] for message in messages.values()]
    kinds = [kind for kind in kinds if ":" in kind and kind != "auth:success"]
    return "\n\n".join([*parts, *unions(names, kinds)])


def unions(names: list[str], kinds: list[str]) -> list[str]:
    """All events, and those of evaluations; what they are called, and what a subscription may call the latter."""
    ours = [kind for kind in kinds if not kind.startswith("system:")]
    groups, shorts = zip(*(kind.split(":") for kind in ours))
    patterns = [*ours, *(f"{group}:*" for group in groups), *shorts, "error"]
    return [
        f"EvaluationEvent = Union[{', '.join(name for name in names if not name.startswith('System'))}]\n",
        f"Event = Union[{', '.join(names)}]\n",
        f"EventName = Literal[{', '.join(map(repr, kinds))}]\n",
        f"EvaluationPattern = Literal[{', '.join(map(repr, dict.fromkeys(patterns)))}]\n",
    ]


def module(about: str, source: str, body: str) -> str:
    """A whole file, with only the imports that it uses."""
    names = used(["Any", "Dict", "List", "Literal", "Optional", "Union"], body)
    ours = used(["NotRequired", "TypedDict"], body)
    imports = f"\nfrom typing import {', '.join(names)}\n\nfrom .._typing import {', '.join(ours)}\n\n\n"
    return HEAD.format(about, source) + FUTURE + imports + body


def completed_module(body: str) -> str:
    """That of `completed`, which stands on the others."""
    names = used(["TYPE_CHECKING", "Any", "List", "Literal", "Optional", "overload"], body)
    answers = used(["EvaluationStatus", "EvaluationSummary", "Options", "Progress", "Results", "RunError"], body)
    imports = f"\nfrom typing import {', '.join(names)}\n\nfrom .._typing import Self\nfrom ..result import Result\n\n"
    only = f"if TYPE_CHECKING:\n    from .answers import {', '.join(answers)}\n\n\n"
    return HEAD.format("What is waited for.", "openapi.json") + FUTURE + imports + only + body


def used(names: list[str], body: str) -> list[str]:
    """Those that occur."""
    return [name for name in names if re.search(rf"\b{name}\b", body)]


def files() -> dict[Path, str]:
    """All of them."""
    schemas = json.loads((SCHEMAS / "openapi.json").read_text(encoding="utf-8"))["components"]["schemas"]
    messages = json.loads((SCHEMAS / "asyncapi.json").read_text(encoding="utf-8"))["components"]["messages"]
    return {
        TARGET / "__init__.py": '"""Types that `scripts/generate.py` makes of the API\'s schemas."""\n',
        TARGET / "answers.py": module("What the API answers.", "openapi.json", answers(schemas)),
        TARGET / "completed.py": completed_module(completed(schemas)),
        TARGET / "requests.py": module("What the API is asked with.", "openapi.json", requests(schemas)),
        TARGET / "events.py": module("What the WebSocket tells.", "asyncapi.json", events(messages)),
    }


def main() -> int:
    """Writes, or looks."""
    is_check = sys.argv[1:] == ["--check"]
    stale = [path for path, text in files().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"{'stale' if is_check else 'written'}: {path.relative_to(HERE)}", file=sys.stderr)
        if not is_check:
            path.write_text(files()[path], encoding="utf-8")
    return 1 if is_check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
