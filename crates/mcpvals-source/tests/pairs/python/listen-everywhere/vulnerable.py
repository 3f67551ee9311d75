# rule: all-interfaces
from mcp.server.fastmcp import FastMCP


mcp = FastMCP("clock", host="0.0.0.0", port=8300)


@mcp.tool()
def days_between(first: int, last: int) -> int:
    """Count the days between two days of the year."""
    return last - first

if __name__ == "__main__":
    mcp.run(transport="streamable-http")
