"""Writes `_generated/report.py` from the report's schema; `--check` only looks whether it is up to date."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, cast

HERE = Path(__file__).resolve().parent.parent
SCHEMA = HERE.parent.parent / "schemas" / "report.schema.json"
TARGET = HERE / "src" / "mcpvals" / "_generated" / "report.py"
HEAD = '''"""What a JSON report holds. Times are in milliseconds, scores from 0 to 1.

Generated from `schemas/report.schema.json` by `scripts/generate.py`; do not edit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired
'''
SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
# Names of definitions that say too little outside of the schema.
RENAMED = {"Warning": "CaseWarning"}


def name_of(definition: str) -> str:
    """What a definition is called here."""
    return RENAMED.get(definition, definition)


def type_of(given: Any) -> str:
    """A schema as a type of Python."""
    if not isinstance(given, dict):
        return "Any"
    schema = cast("dict[str, Any]", given)
    if "$ref" in schema:
        return f'"{name_of(schema["$ref"].rsplit("/", 1)[1])}"'
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
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


def said(text: str, indent: str) -> list[str]:
    """A description as a docstring."""
    text = " ".join(text.split())
    return [f'{indent}"""{text}"""'] if text else []


def typed_dict(name: str, schema: Any) -> str:
    """An object as a `TypedDict`; a member that is a word of Python is left to `Dict`'s own access."""
    required = set(schema.get("required", []))
    members = {member: inner for member, inner in schema["properties"].items() if member.isidentifier()}
    if "from" in members:
        return functional(name, members, required)
    lines = [f"class {name}(TypedDict):", *said(schema.get("description", "") or f"`{name}`.", "    "), ""]
    for member, inner in members.items():
        lines.append(f"    {member}: {maybe(member in required, type_of(inner))}")
        lines += said(inner.get("description", ""), "    ")
    return "\n".join(lines) + "\n"


def functional(name: str, members: Any, required: set[str]) -> str:
    """One with a member that no class can have: all of it must be there."""
    if not set(members) <= required:
        raise ValueError(f"`{name}` has optional members beside one that is a word of Python")
    pairs = ", ".join(f'"{member}": {type_of(inner)}' for member, inner in members.items())
    return f'{name} = TypedDict("{name}", {{{pairs}}})\n'


def maybe(is_required: bool, kind: str) -> str:
    """With the mark of what may be absent."""
    return kind if is_required else f"NotRequired[{kind}]"


def definition(name: str, schema: Any) -> str:
    """A definition: an object, one of several words, or one of several objects."""
    if "properties" in schema:
        return typed_dict(name, schema)
    if "oneOf" not in schema:
        return f"{name} = {type_of(schema)}\n"
    variants: list[Any] = schema["oneOf"]
    if all("const" in one for one in variants):
        return f"{name} = Literal[{', '.join(repr(one['const']) for one in variants)}]\n"
    kinds = [one["properties"]["kind"]["const"] for one in variants]
    names = [name + kind[0].upper() + kind[1:] for kind in kinds]
    parts = [typed_dict(own, one) for own, one in zip(names, variants)]
    return "\n\n".join([*parts, f"{name} = Union[{', '.join(names)}]\n"])


def text() -> str:
    """The whole module: words first, since what is no class is read from top to bottom."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    parts = {name_of(name): inner for name, inner in schema["$defs"].items()}
    parts["ReportData"] = schema
    ordered = sorted(parts.items(), key=lambda part: "properties" in part[1])
    body = "\n\n".join(definition(name, inner) for name, inner in ordered)
    return HEAD + "\n\n" + re.sub(r"(?m)^(    \w+: .*)$", lambda line: line[1].replace('"', ""), body)


def main() -> int:
    """Writes, or looks."""
    is_check = sys.argv[1:] == ["--check"]
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text():
        return 0
    print(f"{'stale' if is_check else 'written'}: {TARGET.relative_to(HERE)}", file=sys.stderr)
    if not is_check:
        TARGET.write_text(text(), encoding="utf-8")
    return int(is_check)


if __name__ == "__main__":
    sys.exit(main())
