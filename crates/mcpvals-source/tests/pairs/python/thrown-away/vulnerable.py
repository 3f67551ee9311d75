# rule: read-only-hint-writes
import pathlib
import tempfile

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("demo")

@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def chart(data: str) -> str:
    """Draw a chart and return its SVG."""
    folder = "/srv/charts"
    drawn = pathlib.Path(folder) / "chart.svg"
    drawn.write_text(data)
    return drawn.read_text()

if __name__ == "__main__":
    mcp.run()
