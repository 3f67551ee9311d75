"""What the scripts beside this one have in common: the steps that they take, and what they tell of each."""

import json
import sys

import pydantic

QUESTION = "What is 1 + 2?"
SYSTEM = "Be brief."
PARAMETERS = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}


def run(ask):
    """Takes the steps of the second argument at the address of the first: a line of JSON for each.

    A step says whether the answer comes in pieces (`stream`) and how often a failure is tried again (`retries`).
    """
    url, steps = sys.argv[1], json.loads(sys.argv[2])
    for step in steps:
        try:
            told = ask(url, **step)
        except Exception as error:
            told = refused(error)
        print(json.dumps(told), flush=True)


def refused(error):
    """An error as the SDK gives it."""
    status = getattr(error, "status_code", getattr(error, "code", None))
    return {"error": type(error).__name__, "status": status if isinstance(status, int) else None, "message": str(error)}


def unknown(value, place=""):
    """The members that the SDK's own types do not have, by their places."""
    if isinstance(value, list):
        return [name for index, item in enumerate(value) for name in unknown(item, f"{place}/{index}")]
    if not isinstance(value, pydantic.BaseModel):
        return []
    extra = [f"{place}/{name}" for name in value.model_extra or {}]
    members = [(name, getattr(value, name, None)) for name in type(value).model_fields]
    return extra + [name for member, inner in members for name in unknown(inner, f"{place}/{member}")]
