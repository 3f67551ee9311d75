# rule: chosen-program
from mcp.server.fastmcp import FastMCP
import subprocess

mcp = FastMCP("demo")

@mcp.tool()
def status(what: str) -> str:
    """Report on the machine."""
    done = subprocess.run([what], capture_output=True, text=True, timeout=10)
    return done.stdout

if __name__ == "__main__":
    mcp.run()
