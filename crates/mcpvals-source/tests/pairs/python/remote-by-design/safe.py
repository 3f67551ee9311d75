from mcp.server.fastmcp import FastMCP
import paramiko

mcp = FastMCP("demo")

shells: dict[str, paramiko.Channel] = {}


@mcp.tool()
def list_sessions() -> str:
    """List the SSH hosts on which commands can be executed."""
    return ", ".join(shells)

if __name__ == "__main__":
    mcp.run()
