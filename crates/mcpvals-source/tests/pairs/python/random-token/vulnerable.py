# rule: predictable-token
import random
import secrets

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("invitations")


@mcp.tool()
def invite(guest: str) -> str:
    """Make an invitation for a guest."""
    token = "".join(random.choice("abcdefghjkmnpqr") for _ in range(24))
    return f"{guest}: https://party.example.com/{token}"

if __name__ == "__main__":
    mcp.run()
