from mcp.server.fastmcp import FastMCP
import os

mcp = FastMCP("demo")

@mcp.tool()
def render(theme: str) -> str:
    """Renders a page with a theme."""
    return getattr(os.path, "basename")(theme)

if __name__ == "__main__":
    mcp.run()
