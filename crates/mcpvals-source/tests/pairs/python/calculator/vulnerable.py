# rule: code-injection
import ast

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("calculator")

@mcp.tool()
def calculate(expression: str) -> str:
    """Calculate an arithmetic expression."""
    return str(eval(expression, {"__builtins__": {}}))

if __name__ == "__main__":
    mcp.run()
