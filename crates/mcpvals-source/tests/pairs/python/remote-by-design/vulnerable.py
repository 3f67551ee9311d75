# rule: runs-commands-by-design
from mcp.server.fastmcp import FastMCP
import paramiko

mcp = FastMCP("demo")

shells: dict[str, paramiko.Channel] = {}


@mcp.tool()
def execute_command(host: str, command: str) -> str:
    """Execute a command on an SSH host using a session that stays open."""
    shell = shells[host]
    shell.send(command + "\n")
    return shell.recv(9000).decode()

if __name__ == "__main__":
    mcp.run()
