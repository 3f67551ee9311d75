"""A job of GitHub Actions whose one step is our action: it reads action.yml and does what a runner would do."""

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List

import yaml

import expression
from places import PROJECT
from process import run


@dataclass
class Outcome:
    """What became of the step."""

    code: int = 0
    """The exit code of the first script that failed, or 0."""
    log: str = ""
    outputs: Dict[str, str] = field(default_factory=lambda: {})
    used: List[Dict[str, Any]] = field(default_factory=lambda: [])
    """Steps that are actions of others, with their inputs: they are not run."""
    summary: str = ""

    @property
    def commands(self) -> List[str]:
        """The workflow commands that a runner would obey: those between `stop-commands` and its token are not."""
        obeyed: List[str] = []
        token = ""
        # A runner takes a command also where blanks stand before it.
        for line in map(str.strip, self.log.splitlines()):
            if token:
                token = "" if line == f"::{token}::" else token
            elif line.startswith("::stop-commands::"):
                token = line[len("::stop-commands::") :]
            elif line.startswith("::"):
                obeyed.append(line)
        return obeyed


class Job:
    """A runner: its folders and files are new, and below `folder`. `workspace` is the user's checkout."""

    def __init__(self, folder: Path, workspace: Path, action: Path = PROJECT) -> None:
        self.temp = folder / "temp"
        self.files = {name: folder / name for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
        self.workspace = workspace
        self.action = action
        self.definition = yaml.safe_load((action / "action.yml").read_text(encoding="utf-8"))
        self.temp.mkdir(parents=True)

    def run(self, **inputs: str) -> Outcome:
        """Runs the action; `_` in the name of an input stands for `-`."""
        outcome = Outcome()
        values = {f"inputs.{name}": str(given["default"]) for name, given in self.definition["inputs"].items()}
        for name, value in inputs.items():
            key = f"inputs.{name.replace('_', '-')}"
            assert key in values, f"action.yml has no input {key}"
            values[key] = value
        for step in self.definition["runs"]["steps"]:
            self._step(step, values, outcome)
            if outcome.code:
                break
        outcome.outputs = {
            name: expression.filled(output["value"], Values(values))
            for name, output in self.definition["outputs"].items()
        }
        summary = self.files["GITHUB_STEP_SUMMARY"]
        outcome.summary = summary.read_text(encoding="utf-8") if summary.exists() else ""
        return outcome

    def _step(self, step: Dict[str, Any], values: Dict[str, str], outcome: Outcome) -> None:
        if not expression.holds(step.get("if", "'' == ''"), Values(values)):
            return
        filled = {
            key: {name: expression.filled(value, Values(values)) for name, value in step.get(key, {}).items()}
            for key in ("env", "with")
        }
        if "uses" in step:
            outcome.used.append({"uses": step["uses"], "with": filled["with"]})
            return
        for file in self.files.values():
            if file.name != "GITHUB_PATH":
                file.touch()
        self.files["GITHUB_OUTPUT"].write_text("")
        ended = run([step["shell"], "-e", "-c", step["run"]], self.workspace, self._environment(filled["env"]))
        outcome.log += ended.out
        outcome.code = ended.code
        for line in self.files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition("=")
            values[f"steps.{step['id']}.outputs.{name}"] = value

    def _environment(self, env: Dict[str, str]) -> Dict[str, str]:
        """What a script sees: of this machine's variables only the search path."""
        added = self.files["GITHUB_PATH"].read_text().splitlines() if self.files["GITHUB_PATH"].exists() else []
        return {
            "PATH": os.pathsep.join([*reversed(added), os.environ["PATH"]]),
            "HOME": str(self.temp),
            "RUNNER_OS": "Linux",
            "RUNNER_ARCH": "X64",
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(self.action),
            "GITHUB_WORKSPACE": str(self.workspace),
            **{name: str(file) for name, file in self.files.items()},
            **env,
        }


class Values(Dict[str, str]):
    """An output that no step has written is empty, as GitHub has it; an input that is not declared is a fault."""

    def __missing__(self, key: str) -> str:
        if key.startswith("steps."):
            return ""
        raise KeyError(key)


def copy_of_action(folder: Path) -> Path:
    """A copy of what the action consists of, to be broken."""
    shutil.copytree(PROJECT / "packages/action", folder / "packages/action")
    for name in ("action.yml", "Cargo.toml"):
        shutil.copy(PROJECT / name, folder / name)
    return folder
