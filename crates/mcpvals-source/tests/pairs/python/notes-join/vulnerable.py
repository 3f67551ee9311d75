# rule: path-traversal
import os

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("notes")

NOTES_DIR = os.path.expanduser("~/notes")


@mcp.tool()
def read_note(name: str) -> str:
    """Read one of your notes."""
    path = os.path.join(NOTES_DIR, name + ".md")
    with open(path, encoding="utf-8") as handle:
        return handle.read()

if __name__ == "__main__":
    mcp.run()
