# rule: path-traversal
from mcp.server.fastmcp import FastMCP
import re
from pathlib import Path

mcp = FastMCP("demo")

LOGS = Path("/var/log/demo")


@mcp.tool()
def read_log(service: str) -> str:
    """Read the log of a service."""
    return (LOGS / f"{service}.log").read_text()

if __name__ == "__main__":
    mcp.run()
