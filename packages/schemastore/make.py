"""Puts our schemas into a checkout of SchemaStore: `python3 make.py CHECKOUT`, for a pull request there.

It writes the schemas as draft-07, the entries of the catalog in their place in the alphabet, our examples as files that
must be valid (`src/test/`), and those of negative_test/ as files that must not be. What is there already is replaced.
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Any, Dict, List

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
sys.path.insert(0, str(HERE))

from draft07 import document  # noqa: E402

SOURCES = {
    "mcp-eval.config": PROJECT / "schemas/config.schema.json",
    "mcp-evaluator.config": PROJECT / "schemas/evaluator-config.schema.json",
}
"""Our schemas, by the names that they have in SchemaStore."""

ADDRESS = "https://www.schemastore.org"
DATA_ENDINGS = (".json", ".yaml", ".toml")


def main(arguments: List[str]) -> int:
    if len(arguments) != 1:
        print("usage: python3 make.py CHECKOUT", file=sys.stderr)
        return 2
    source = Path(arguments[0]) / "src"
    catalog = source / "api/json/catalog.json"
    if not catalog.is_file():
        print(f"error: there is no `{catalog}`: `{arguments[0]}` is no checkout of SchemaStore", file=sys.stderr)
        return 1
    write(catalog, with_ours(json.loads(catalog.read_text(encoding="utf-8"))))
    for name, schema in SOURCES.items():
        url = f"{ADDRESS}/{name}.json"
        write(source / f"schemas/json/{name}.json", document(json.loads(schema.read_text(encoding="utf-8")), url))
        copy(HERE / "negative_test" / name, source / "negative_test" / name)
        copy(HERE / "test" / name, source / "test" / name)
    for example in examples():
        shutil.copy(example, source / "test/mcp-eval.config" / (example.parent.name + example.suffix))
    return 0


def with_ours(catalog: Dict[str, Any]) -> Dict[str, Any]:
    """The catalog with our entries, each before the first whose name comes after it."""
    ours: List[Dict[str, Any]] = json.loads((HERE / "catalog.json").read_text(encoding="utf-8"))
    names = {entry["name"] for entry in ours}
    entries = [entry for entry in catalog["schemas"] if entry["name"] not in names]
    for entry in ours:
        later = (at for at, other in enumerate(entries) if other["name"].lower() > entry["name"].lower())
        entries.insert(next(later, len(entries)), entry)
    return {**catalog, "schemas": entries}


def examples() -> List[Path]:
    """Configs of our examples in formats that hold data; those in a programming language have types instead."""
    found = (PROJECT / "examples").glob("*/mcp-eval.config.*")
    return sorted(path for path in found if path.name.count(".") == 2 and path.suffix in DATA_ENDINGS)


def copy(folder: Path, to: Path) -> None:
    """A folder that replaces another."""
    shutil.rmtree(to, ignore_errors=True)
    if folder.exists():
        shutil.copytree(folder, to)
    else:
        to.mkdir(parents=True)


def write(file: Path, data: Any) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes((json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
