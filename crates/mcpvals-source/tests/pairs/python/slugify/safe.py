from mcp.server.fastmcp import FastMCP
from pathlib import Path
from slugify import slugify

mcp = FastMCP("demo")

NOTES = Path("/srv/notes")


@mcp.tool()
def save_note(title: str, text: str) -> str:
    """Save a note under its title."""
    (NOTES / f"{slugify(title)}.md").write_text(text)
    return slugify(title)

if __name__ == "__main__":
    mcp.run()
