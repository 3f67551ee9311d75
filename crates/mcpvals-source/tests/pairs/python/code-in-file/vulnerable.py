# rule: runs-commands-by-design
import subprocess
import tempfile

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("snippets")


def kept(text: str) -> str:
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
        file.write(text)
    return file.name


@mcp.tool()
def try_snippet(code: str) -> str:
    """Run a Python snippet and return what it prints."""
    path = kept(code)
    done = subprocess.run(["python3", path], capture_output=True, text=True, timeout=10)
    return done.stdout
