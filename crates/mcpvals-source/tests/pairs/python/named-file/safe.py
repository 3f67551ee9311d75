from mcp.server.fastmcp import FastMCP
import re
from pathlib import Path

mcp = FastMCP("demo")

LOGS = Path("/var/log/demo")
NAME = re.compile(r"[a-z0-9_-]+")


@mcp.tool()
def read_log(service: str) -> str:
    """Read the log of a service."""
    if not NAME.fullmatch(service):
        raise ValueError("service: small letters, digits and dashes")
    return (LOGS / f"{service}.log").read_text()

if __name__ == "__main__":
    mcp.run()
