# rule: command-injection
from mcp.server.fastmcp import FastMCP
import os

mcp = FastMCP("demo")

@mcp.tool()
def render(theme: str) -> str:
    """Renders a page with a theme."""
    getattr(os, "system")(f"theme {theme}")
    return "done"

if __name__ == "__main__":
    mcp.run()
