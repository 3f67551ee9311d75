from mcp.server.fastmcp import FastMCP
import os

mcp = FastMCP("demo")

@mcp.tool()
def who_is(domain: str) -> str:
    """Say who owns a domain."""
    if not domain or not all(letter.isalnum() or letter in "-." for letter in domain):
        raise ValueError("domain: letters, digits, dots and dashes")
    return os.popen(f"whois {domain}").read()

if __name__ == "__main__":
    mcp.run()
