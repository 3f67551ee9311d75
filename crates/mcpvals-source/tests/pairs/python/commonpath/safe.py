from mcp.server.fastmcp import FastMCP
import os

mcp = FastMCP("demo")

ROOT = os.path.realpath("/srv/pages")


def inside(path: str) -> bool:
    return os.path.commonpath([ROOT, os.path.realpath(path)]) == ROOT


@mcp.tool()
def save_page(name: str, text: str) -> str:
    """Save a page."""
    target = os.path.join(ROOT, name)
    if not inside(target):
        return "error: name must stay in the pages"
    with open(target, "w", encoding="utf-8") as file:
        file.write(text)
    return "saved"

if __name__ == "__main__":
    mcp.run()
