import os

from mcp.types import ToolAnnotations

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("files")

@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def latest_log() -> str:
    """Show the latest log."""
    names = sorted(os.listdir("/var/log/app"))
    return names[-1]

if __name__ == "__main__":
    mcp.run()
