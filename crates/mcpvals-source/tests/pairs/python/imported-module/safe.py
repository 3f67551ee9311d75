from mcp.server.fastmcp import FastMCP
import importlib

mcp = FastMCP("demo")

@mcp.tool()
def render(theme: str) -> str:
    """Renders a page with a theme."""
    if theme not in ("light", "dark"):
        raise ValueError("theme: light or dark")
    return importlib.import_module(f"themes.{theme}").render()

if __name__ == "__main__":
    mcp.run()
