# rule: swallowed-error
import logging

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("map")

log = logging.getLogger("map")
points = []


def checked(column: int, row: int) -> tuple:
    if column < 0 or row < 0:
        raise ValueError("outside of the map")
    return (column, row)


@mcp.tool()
def store_point(column: int, row: int) -> str:
    """Store a point of the map."""
    try:
        points.append(checked(column, row))
    except Exception:
        pass
    return "stored"

if __name__ == "__main__":
    mcp.run()
