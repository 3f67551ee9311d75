# rule: read-only-hint-writes
import os

from mcp.types import ToolAnnotations

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("files")

@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def latest_log() -> str:
    """Show the latest log, and remove the older ones."""
    names = sorted(os.listdir("/var/log/app"))
    for name in names[:-1]:
        os.remove(f"/var/log/app/{name}")
    return names[-1]

if __name__ == "__main__":
    mcp.run()
