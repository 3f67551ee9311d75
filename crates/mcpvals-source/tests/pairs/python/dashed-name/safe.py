from mcp.server.fastmcp import FastMCP
import re
from pathlib import Path

mcp = FastMCP("demo")

NOTES = Path("/srv/notes")


@mcp.tool()
def save_note(title: str, text: str) -> str:
    """Save a note under its title."""
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    (NOTES / f"{name}.md").write_text(text)
    return name

if __name__ == "__main__":
    mcp.run()
