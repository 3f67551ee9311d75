# rule: command-injection
import subprocess

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("network-tools")

@mcp.tool()
def ping_host(host: str, count: int = 3) -> str:
    """Ping a host and report the round-trip times."""
    cmd = f"ping -c {count} {host}"
    result = subprocess.run(cmd, shell=True, capture_output=True, text=True, timeout=30)
    return result.stdout

if __name__ == "__main__":
    mcp.run()
