"""Our schemas in SchemaStore's form, held against our examples by a validator that is not ours."""

import json
import sys
from pathlib import Path
from typing import Any, Dict, List

import pytest

import draft07
import make
from places import PACKAGES, PROJECT
from process import Ended, must, run

SCRIPT = PACKAGES / "schemastore/make.py"
OTHERS = {
    "version": 1,
    "schemas": [
        {"name": "Alpha", "description": "a", "fileMatch": ["alpha.json"], "url": "https://example.com/a.json"},
        {"name": "zeta", "description": "z", "fileMatch": ["zeta.json"], "url": "https://example.com/z.json"},
    ],
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with a small catalog, and ours in it."""
    folder = tmp_path_factory.mktemp("schemastore")
    catalog = folder / "src/api/json/catalog.json"
    catalog.parent.mkdir(parents=True)
    catalog.write_text(json.dumps(OTHERS))
    must([sys.executable, SCRIPT, folder])
    return folder / "src"


def entries(store: Path) -> List[Dict[str, Any]]:
    return json.loads((store / "api/json/catalog.json").read_text())["schemas"]


def validated(store: Path, schema: str, *files: Path) -> Ended:
    return run(["check-jsonschema", "--schemafile", store / f"schemas/json/{schema}.json", *files])


def test_catalog_is_in_order_and_kept(store: Path) -> None:
    names = [entry["name"] for entry in entries(store)]
    assert names == ["Alpha", "mcpvals config", "mcpvals evaluator settings", "zeta"]
    assert entries(store)[0] == OTHERS["schemas"][0]  # type: ignore[index]


def test_catalog_leads_to_the_schemas(store: Path) -> None:
    for entry in entries(store)[1:3]:
        assert set(entry) == {"name", "description", "fileMatch", "url"}
        schema = json.loads((store / "schemas/json" / entry["url"].rsplit("/", 1)[1]).read_text())
        assert (schema["$id"], schema["$schema"]) == (entry["url"], draft07.DRAFT)


def test_every_name_that_mcpvals_finds_is_matched(store: Path) -> None:
    formats = (PROJECT / "crates/mcpvals-config/src/format/mod.rs").read_text()
    extensions = formats.split("EXTENSIONS: [&str; ")[1].split("= [")[1].split("]")[0].replace('"', "").split(", ")
    data = [extension for extension in extensions if extension[-2:] not in ("ts", "js")]
    expected = {f"{stem}.config.{extension}" for stem in ("mcp-eval", "mcpvals") for extension in data}
    assert set(entries(store)[1]["fileMatch"]) == expected


def test_a_second_time_changes_nothing(store: Path) -> None:
    before = {path: path.read_bytes() for path in store.rglob("*") if path.is_file()}
    must([sys.executable, SCRIPT, store.parent])
    assert {path: path.read_bytes() for path in store.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("name", list(make.SOURCES))
def test_schema_is_one(store: Path, tmp_path: Path, name: str) -> None:
    schema = store / f"schemas/json/{name}.json"
    must(["check-jsonschema", "--check-metaschema", schema])
    broken = tmp_path / "broken.json"
    broken.write_text(schema.read_text().replace('"type": "object"', '"type": "thing"', 1))
    assert run(["check-jsonschema", "--check-metaschema", broken]).code != 0


@pytest.mark.parametrize("name", list(make.SOURCES))
def test_takes_what_is_valid(store: Path, name: str) -> None:
    files = sorted((store / "test" / name).iterdir())
    assert files
    ended = validated(store, name, *files)
    assert ended.code == 0, ended.out


def test_takes_every_example_in_every_format(store: Path) -> None:
    files = [path.name for path in (store / "test/mcp-eval.config").iterdir()]
    assert len(files) == len(make.examples()) >= 20
    assert {Path(name).suffix for name in files} == {".json", ".toml", ".yaml"}


NEGATIVE = sorted((PACKAGES / "schemastore/negative_test").glob("*/*"))


@pytest.mark.parametrize("file", NEGATIVE, ids=[path.name for path in NEGATIVE])
def test_refuses_what_is_not(store: Path, file: Path) -> None:
    ended = validated(store, file.parent.name, file)
    assert ended.code == 1, ended.out
    assert "Schema validation errors were encountered" in ended.out


def test_mcpvals_refuses_the_same(with_programs: Path) -> None:
    configs = [file for file in NEGATIVE if file.parent.name == "mcp-eval.config"]
    assert {file.name: run(["mcpvals", "list", file]).code for file in configs} == {file.name: 2 for file in configs}


def test_what_stands_beside_a_reference_is_kept() -> None:
    schema = draft07.converted({"$ref": "#/$defs/A", "description": "d"})
    assert schema == {"allOf": [{"$ref": "#/definitions/A"}], "description": "d"}
    assert draft07.converted({"enum": [{"$ref": "data"}]}) == {"enum": [{"$ref": "data"}]}


@pytest.mark.parametrize("word", ["prefixItems", "unevaluatedProperties", "dependentRequired", "$dynamicRef"])
def test_a_word_of_another_meaning_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=word.replace("$", r"\$")):
        draft07.converted({"properties": {"a": {word: True}}})


def test_no_checkout_is_told(tmp_path: Path) -> None:
    ended = run([sys.executable, SCRIPT, tmp_path])
    assert (ended.code, "no checkout of SchemaStore" in ended.out) == (1, True)
