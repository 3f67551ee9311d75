import contextlib

import httpx

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")

@mcp.tool()
def save_note(text: str) -> str:
    """Save a note to a file."""
    note = open("/srv/notes/last.txt", "w")
    note.write(text)
    with contextlib.suppress(Exception):
        note.close()
    return "saved"

if __name__ == "__main__":
    mcp.run()
