# rule: code-injection
from mcp.server.fastmcp import FastMCP
import ast
import operator

mcp = FastMCP("demo")

@mcp.tool()
def calculate(expression: str) -> str:
    """Work out an expression."""
    scope: dict = {}
    exec("answer = " + expression, scope)
    return str(scope["answer"])

if __name__ == "__main__":
    mcp.run()
