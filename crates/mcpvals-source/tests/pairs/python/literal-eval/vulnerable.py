# rule: code-injection
from mcp.server.fastmcp import FastMCP
import ast

mcp = FastMCP("demo")

def parsed(text: str):
    return eval(text)


@mcp.tool()
def sum_list(numbers: str) -> float:
    """Add up a list such as [1, 2, 3]."""
    return sum(parsed(numbers))

if __name__ == "__main__":
    mcp.run()
