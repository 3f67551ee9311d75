"""A pipeline of GitLab that includes our component: it fills in inputs as GitLab does, and runs the job."""

import os
import re
from pathlib import Path
from typing import Any, Dict, Match

import yaml

from process import Ended, run

INPUT = re.compile(r"\$\[\[ *inputs\.([a-z-]+) *\]\]")


def included(component: Path, **inputs: str) -> Dict[str, Any]:
    """The component with its inputs filled in; `_` in a name stands for `-`.

    Raises ValueError for an input that is not declared, or is none of its options.
    """
    declaration, body = yaml.safe_load_all(component.read_text(encoding="utf-8"))
    declared: Dict[str, Dict[str, Any]] = declaration["spec"]["inputs"]
    values: Dict[str, Any] = {name: given["default"] for name, given in declared.items()}
    for name, value in inputs.items():
        key = name.replace("_", "-")
        if key not in declared or value not in declared[key].get("options", [value]):
            raise ValueError(f"`{key}` cannot be `{value}`")
        values[key] = value
    return filled(body, values)


def filled(node: Any, values: Dict[str, Any]) -> Any:
    """The node with every `$[[ inputs.NAME ]]` replaced. Where nothing else stands there, the value keeps its type."""
    if isinstance(node, dict):
        return {filled(key, values): filled(value, values) for key, value in node.items()}  # pyright: ignore
    if isinstance(node, list):
        return [filled(item, values) for item in node]  # pyright: ignore
    if not isinstance(node, str):
        return node
    alone = INPUT.fullmatch(node)
    if alone:
        return values[alone[1]]

    def value(match: Match[str]) -> str:
        return str(values[match[1]])

    return INPUT.sub(value, node)


def run_job(job: Dict[str, Any], project: Path) -> Ended:
    """Runs the script, as GitLab does, in one shell that ends at the first line that fails."""
    variables = {name: str(variable["value"]) for name, variable in job["variables"].items()}
    env = {"PATH": os.environ["PATH"], "HOME": str(project), "CI_PROJECT_DIR": str(project), **variables}
    return run(["sh", "-e", "-c", "\n".join(job["script"])], project, env)
