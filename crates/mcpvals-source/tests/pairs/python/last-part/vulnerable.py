# rule: path-traversal
from pathlib import Path

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("notes")


@mcp.tool()
def note(name: str) -> str:
    """Show a note."""
    return (Path("/srv/notes") / Path(name).parent / "note.md").read_text()
