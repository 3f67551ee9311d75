# rule: runs-commands-by-design
import subprocess

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("terminal")


@mcp.tool()
def run_command(command: str) -> str:
    """Run a command in the shell, and return what it prints."""
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=30)
    return done.stdout

if __name__ == "__main__":
    mcp.run()
