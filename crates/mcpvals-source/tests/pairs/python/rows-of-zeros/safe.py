from mcp.server.fastmcp import FastMCP

mcp = FastMCP("patterns")


@mcp.tool()
def zeros(count: int) -> str:
    """Give a row of zeros."""
    return "".join("0" for _ in range(min(count, 1000)))

if __name__ == "__main__":
    mcp.run()
