import random
import secrets

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("invitations")


@mcp.tool()
def invite(guest: str) -> str:
    """Make an invitation for a guest."""
    token = secrets.token_urlsafe(24)
    table = random.randint(1, 12)
    return f"{guest}: https://party.example.com/{token}, table {table}"

if __name__ == "__main__":
    mcp.run()
