# rule: handler-ends-process
from mcp.server.fastmcp import FastMCP
import sys

mcp = FastMCP("rates")


@mcp.tool()
def get_rate(pair: str) -> str:
    """Gets the rate of the day."""
    if len(pair) != 6:
        sys.exit(1)
    return "1.1"


mcp.run()
