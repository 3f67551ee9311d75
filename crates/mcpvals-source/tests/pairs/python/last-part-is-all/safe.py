import os

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")
BASE = "/srv/notes"

@mcp.tool()
def read_note(name: str) -> str:
    """Read one note."""
    if os.path.basename(name) != name:
        raise ValueError("name: a plain file name")
    with open(os.path.join(BASE, name + ".md")) as note:
        return note.read()

if __name__ == "__main__":
    mcp.run()
