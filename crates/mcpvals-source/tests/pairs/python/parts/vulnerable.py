# rule: path-traversal
from mcp.server.fastmcp import FastMCP
from pathlib import Path

mcp = FastMCP("demo")

ROOT = Path("/srv/templates")


@mcp.tool()
def read_template(name: str) -> str:
    """Read a template."""
    return (ROOT / name).read_text()

if __name__ == "__main__":
    mcp.run()
