# rule: command-injection
from mcp.server.fastmcp import FastMCP
import shlex

import paramiko

mcp = FastMCP("demo")

client = paramiko.SSHClient()


@mcp.tool()
def unit_state(unit: str) -> str:
    """Tells the state of a unit of the web server."""
    _, output, _ = client.exec_command(f"systemctl status {unit}", timeout=9)
    return output.read().decode()

if __name__ == "__main__":
    mcp.run()
