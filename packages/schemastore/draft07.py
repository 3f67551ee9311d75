"""A schema of 2020-12 as one of draft-07, which every editor understands. Pure.

Ours use few words, and two of them are others in draft-07: `$defs`, and what stands beside a `$ref`, where it is
ignored. A word that is not in WORDS is refused rather than passed on: it might mean something else, or nothing.
"""

from typing import Any, Dict

DRAFT = "http://json-schema.org/draft-07/schema#"

MAPS = ("properties", "patternProperties", "definitions")
"""Words with a schema for each of several names."""
LISTS = ("allOf", "anyOf", "oneOf")
SCHEMAS = ("items", "additionalProperties", "not")
DATA = (
    *("$ref", "const", "default", "description", "enum", "format", "pattern", "required", "title", "type"),
    *("maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum", "uniqueItems"),
)
"""Words that hold no schema."""
WORDS = (*MAPS, *LISTS, *SCHEMAS, *DATA)


def document(schema: Dict[str, Any], url: str) -> Dict[str, Any]:
    """The whole schema, which will be found at the address."""
    inner = {word: value for word, value in schema.items() if word != "$schema"}
    return {"$schema": DRAFT, "$id": url, **converted(inner)}


def converted(schema: Any) -> Any:
    """A schema within it. ValueError for a word that is not known to mean the same."""
    if isinstance(schema, bool):
        return schema
    words = {renamed(word): value for word, value in schema.items()}
    unknown = sorted(set(words) - set(WORDS))
    if unknown:
        raise ValueError(f"not known to mean the same in draft-07: {', '.join(unknown)}")
    result = {word: within(word, value) for word, value in words.items()}
    if "$ref" in result and len(result) > 1:
        return {"allOf": [{"$ref": result.pop("$ref")}], **result}
    return result


def renamed(word: str) -> str:
    return "definitions" if word == "$defs" else word


def within(word: str, value: Any) -> Any:
    """What stands at a word."""
    if word in MAPS:
        return {name: converted(schema) for name, schema in value.items()}
    if word in LISTS:
        return [converted(schema) for schema in value]
    if word in SCHEMAS:
        return converted(value)
    return value.replace("#/$defs/", "#/definitions/") if word == "$ref" else value
