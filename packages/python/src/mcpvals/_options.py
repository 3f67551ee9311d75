"""What an evaluation can be asked for, and the flags that say it to the program."""

from __future__ import annotations

from os import PathLike
from typing import Any, Dict, List, Mapping, Optional, Sequence, TypedDict, Union

StrPath = Union[str, "PathLike[str]"]

# Flags that take a value, with what the value is multiplied by.
VALUES: Dict[str, Optional[float]] = {
    "model": None,
    "fail_under": None,
    "min_coverage": None,
    "baseline": None,
    "trace": None,
    "repeat": None,
    "seed": None,
    "concurrency": None,
    "workers": None,
    "protocol_version": None,
    "cassette": None,
    "sandbox": None,
    "timeout": 1000.0,
}
# Flags that may be repeated.
LISTS: Dict[str, str] = {"filters": "filter", "tags": "tag", "reporters": "reporter"}
# Flags without a value.
SWITCHES = frozenset(
    [
        "debug",
        "llm_judge",
        "matrix",
        "tool_health_only",
        "resources_only",
        "prompts_only",
        "completions_only",
        "sampling_only",
        "elicitation_only",
        "roots_only",
        "utilities_only",
        "oauth_only",
        "workflows_only",
        "fail_fast",
        "coverage",
        "strict_protocol",
        "update_snapshots",
    ]
)
# What is no flag: it is for whoever runs the program.
OURS = frozenset(["cwd", "env", "deadline"])


class Options(TypedDict, total=False):
    """All may be left out. They are the flags of `mcpvals eval`, where each is explained; what is said here is more."""

    filters: Sequence[str]
    """Only cases whose `suite/title` is one of these, contains it, or matches it as a glob."""
    tags: Sequence[str]
    """Only cases with one of these tags."""
    tool_health_only: bool
    resources_only: bool
    prompts_only: bool
    completions_only: bool
    sampling_only: bool
    elicitation_only: bool
    roots_only: bool
    utilities_only: bool
    oauth_only: bool
    workflows_only: bool
    debug: bool
    """What the program and the servers say is in `report.log`."""
    reporters: Sequence[str]
    """Further reports: `"junit=junit.xml"`; one without a file goes to stdout, as `"console"`."""
    llm_judge: bool
    model: str
    """The model of all workflows."""
    matrix: bool
    fail_fast: bool
    fail_under: float
    """0 to 1."""
    baseline: StrPath
    coverage: bool
    min_coverage: Union[float, str]
    """0 to 1, or `"80%"`."""
    strict_protocol: bool
    trace: StrPath
    """The folder for the frames of every case."""
    repeat: int
    seed: int
    concurrency: int
    workers: int
    timeout: float
    """The deadline of one call, in seconds."""
    protocol_version: str
    update_snapshots: bool
    cassette: str
    """`"auto"`, `"replay"`, `"record"` or `"off"`."""
    sandbox: str
    """`"auto"`, `"off"`, `"l1"`, `"l2"` or `"l3"`."""
    cwd: StrPath
    """The working folder, to which a config's relative paths belong."""
    env: Mapping[str, str]
    """The program's whole environment; what it has itself where left out."""
    deadline: float
    """How long the whole evaluation may take, in seconds; an hour where left out."""


def words(options: Mapping[str, Any]) -> List[str]:
    """The flags. Raises `TypeError` for an option that is none."""
    said: List[str] = []
    for name, value in options.items():
        if name in OURS or value is None:
            continue
        said += flag(name, value)
    return said


def flag(name: str, value: Any) -> List[str]:
    """One option as the program takes it; `--flag=value`, so that no value can be taken for a flag."""
    dashed = "--" + LISTS.get(name, name).replace("_", "-")
    if name in SWITCHES:
        return [dashed] if value else []
    if name in LISTS:
        if isinstance(value, str):
            raise TypeError(f"`{name}` takes a list of texts, not one text: [{value!r}]")
        return [f"{dashed}={one}" for one in value]
    if name in VALUES:
        factor = VALUES[name]
        return [f"{dashed}={value if factor is None else round(value * factor)}"]
    raise TypeError(f"`{name}` is no option of an evaluation; they are listed in `mcpvals.Options`")
