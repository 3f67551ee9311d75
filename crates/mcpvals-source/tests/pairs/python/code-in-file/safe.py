import subprocess
import tempfile

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("snippets")


def kept(text: str) -> str:
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
        file.write(text)
    return file.name


@mcp.tool()
def format_snippet(code: str) -> str:
    """Format a Python snippet in the usual style."""
    path = kept(code)
    done = subprocess.run(["ruff", "format", "--", path], capture_output=True, text=True, timeout=10)
    return done.stdout
