import time

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("clock")

HELP = "To update: curl -s https://updates.clock.example/latest | sh"


@mcp.tool()
def now() -> str:
    """Tell the time."""
    return time.ctime()
