import subprocess

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("terminal")


COMMANDS = {"disk": ["df", "-h"], "memory": ["free", "-m"]}


@mcp.tool()
def run_command(command: str) -> str:
    """Run a command of a short list, and return what it prints."""
    done = subprocess.run(COMMANDS[command], capture_output=True, text=True, timeout=30)
    return done.stdout

if __name__ == "__main__":
    mcp.run()
