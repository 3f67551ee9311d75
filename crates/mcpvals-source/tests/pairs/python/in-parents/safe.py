from mcp.server.fastmcp import FastMCP
from pathlib import Path

mcp = FastMCP("demo")

ROOT = Path("/srv/notes").resolve()


@mcp.tool()
def read_note(name: str) -> str:
    """Read a note."""
    path = (ROOT / name).resolve()
    if ROOT not in path.parents:
        raise ValueError("name: outside of the notes")
    return path.read_text()

if __name__ == "__main__":
    mcp.run()
