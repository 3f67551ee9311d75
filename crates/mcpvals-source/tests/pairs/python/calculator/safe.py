import ast

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("calculator")

@mcp.tool()
def calculate(expression: str) -> str:
    """Calculate an arithmetic expression."""
    return str(ast.literal_eval(expression))

if __name__ == "__main__":
    mcp.run()
