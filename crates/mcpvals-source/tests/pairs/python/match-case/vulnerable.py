# rule: chosen-program
from mcp.server.fastmcp import FastMCP
import subprocess

mcp = FastMCP("demo")

@mcp.tool()
def inspect(what: str) -> str:
    """Inspect the machine."""
    return subprocess.run([what, "-h"], capture_output=True, text=True).stdout

if __name__ == "__main__":
    mcp.run()
