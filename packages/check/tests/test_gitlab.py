"""The component of GitLab: GitLab would take it, and its script does what it says, run with the real program."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any, Dict

import pytest
import yaml

from pipeline import included, run_job
from places import PACKAGES
from process import Ended, run

COMPONENT = PACKAGES / "gitlab/templates/mcpvals.yml"
HOSTILE = "x'; touch pwned; $(touch pwned) `touch pwned` \"; touch pwned #"


def validated(pipeline: Dict[str, Any], folder: Path) -> Ended:
    file = folder / ".gitlab-ci.yml"
    file.write_text(yaml.safe_dump(pipeline))
    return run(["check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", file])


def act(project: Path, **inputs: str) -> Ended:
    return run_job(included(COMPONENT, **inputs)["mcpvals"], project)


def test_is_a_job_of_gitlab(tmp_path: Path) -> None:
    pipeline = included(COMPONENT)
    assert validated(pipeline, tmp_path).code == 0
    pipeline["mcpvals"]["artefacts"] = pipeline["mcpvals"].pop("artifacts")
    assert validated(pipeline, tmp_path).code != 0


def test_passes_with_what_passes(passing: Path, with_programs: Path) -> None:
    ended = act(passing)
    assert ended.code == 0, ended.out
    assert "PASS  Calculator/add" in ended.out
    assert ElementTree.parse(passing / "mcpvals-reports/junit.xml").getroot().get("failures") == "0"  # noqa: S314


def test_fails_with_what_fails(failing: Path, with_programs: Path) -> None:
    assert act(failing).code == 1
    assert ElementTree.parse(failing / "mcpvals-reports/junit.xml").getroot().get("failures") == "2"  # noqa: S314
    assert act(failing, config="absent.yaml").code == 2


def test_gives_each_line_of_args_as_one_word(failing: Path, with_programs: Path) -> None:
    ended = act(failing, args="--filter\nCalculator/add\n")
    assert (ended.code, "1 case" in ended.out) == (0, True), ended.out


def test_audits(passing: Path, with_programs: Path) -> None:
    assert act(passing, audit=".", audit_fail_on="low").code == 1
    root = ElementTree.parse(passing / "mcpvals-reports/audit.junit.xml").getroot()  # noqa: S314
    assert root.tag == "testsuites"
    assert act(passing, audit=".", audit_fail_on="never").code == 0


def test_reports_are_where_gitlab_looks(passing: Path, with_programs: Path) -> None:
    job = included(COMPONENT)["mcpvals"]
    run_job(job, passing)
    assert list(passing.glob(job["artifacts"]["reports"]["junit"]))


@pytest.mark.parametrize("name", ["config", "args", "audit", "working_directory"])
def test_takes_no_input_for_a_command(passing: Path, with_programs: Path, name: str) -> None:
    act(passing, **{name: HOSTILE})
    assert not list(passing.rglob("pwned"))


def test_no_script_has_an_input() -> None:
    _, body = yaml.safe_load_all(COMPONENT.read_text())
    (job,) = body.values()
    assert "$[[" not in str(job["script"])
    assert all(variable["expand"] is False for variable in job["variables"].values())


def test_refuses_what_is_none_of_the_options() -> None:
    with pytest.raises(ValueError, match="audit-fail-on"):
        included(COMPONENT, audit_fail_on=HOSTILE)
