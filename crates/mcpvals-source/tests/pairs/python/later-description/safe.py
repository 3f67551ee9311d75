import time

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("helper")

STARTED = time.time()


@mcp.tool(description="Add two numbers")
def add(a: int, b: int) -> int:
    return a + b

if __name__ == "__main__":
    mcp.run()
