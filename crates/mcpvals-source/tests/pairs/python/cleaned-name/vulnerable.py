# rule: path-traversal
from mcp.server.fastmcp import FastMCP
import re

mcp = FastMCP("demo")

def file_for(title: str) -> str:
    return "/srv/notes/" + title + ".md"


@mcp.tool()
def write_note(title: str, text: str) -> str:
    """Write a note."""
    with open(file_for(title), "w") as file:
        file.write(text)
    return "written"

if __name__ == "__main__":
    mcp.run()
