# rule: code-injection
from mcp.server.fastmcp import FastMCP
import importlib

mcp = FastMCP("demo")

@mcp.tool()
def render(theme: str) -> str:
    """Renders a page with a theme."""
    return importlib.import_module(theme).render()

if __name__ == "__main__":
    mcp.run()
