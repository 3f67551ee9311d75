from mcp.server.fastmcp import FastMCP


mcp = FastMCP("demo")

@mcp.tool()
def render(theme: str) -> str:
    """Renders a page with a theme."""
    return __import__("os").path.basename(theme)

if __name__ == "__main__":
    mcp.run()
