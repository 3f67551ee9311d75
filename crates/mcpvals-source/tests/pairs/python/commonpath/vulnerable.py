# rule: path-traversal
from mcp.server.fastmcp import FastMCP
import os

mcp = FastMCP("demo")

ROOT = "/srv/pages"


@mcp.tool()
def save_page(name: str, text: str) -> str:
    """Save a page."""
    target = os.path.join(ROOT, name)
    with open(target, "w", encoding="utf-8") as file:
        file.write(text)
    return "saved"

if __name__ == "__main__":
    mcp.run()
