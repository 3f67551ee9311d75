from mcp.server.fastmcp import FastMCP
import subprocess

mcp = FastMCP("demo")

COMMANDS = {
    "disk": ["df", "-h"],
    "memory": ["free", "-m"],
    "uptime": ["uptime"],
}


@mcp.tool()
def status(what: str) -> str:
    """Report on the machine."""
    command = COMMANDS.get(what)
    if command is None:
        raise ValueError(f"what: one of {sorted(COMMANDS)}")
    done = subprocess.run(command, capture_output=True, text=True, timeout=10)
    return done.stdout

if __name__ == "__main__":
    mcp.run()
