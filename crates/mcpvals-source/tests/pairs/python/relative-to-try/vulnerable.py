# rule: path-traversal
from mcp.server.fastmcp import FastMCP
from pathlib import Path

mcp = FastMCP("demo")

DOCS = Path(__file__).parent / "docs"


@mcp.tool()
def read_doc(path: str) -> str:
    """Read a page of the documentation."""
    full = DOCS.joinpath(path)
    if not full.exists():
        return "no such page"
    return full.read_text()

if __name__ == "__main__":
    mcp.run()
