# rule: command-injection
from mcp.server.fastmcp import FastMCP
import os

mcp = FastMCP("demo")

@mcp.tool()
def who_is(domain: str) -> str:
    """Say who owns a domain."""
    return os.popen(f"whois {domain}").read()

if __name__ == "__main__":
    mcp.run()
