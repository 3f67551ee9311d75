from mcp.server.fastmcp import FastMCP
from pathlib import Path

mcp = FastMCP("demo")

ROOT = Path("/srv/templates")


@mcp.tool()
def read_template(name: str) -> str:
    """Read a template."""
    relative = Path(name)
    if relative.is_absolute() or ".." in relative.parts:
        raise ValueError("name: must stay in the templates")
    return (ROOT / relative).read_text()

if __name__ == "__main__":
    mcp.run()
