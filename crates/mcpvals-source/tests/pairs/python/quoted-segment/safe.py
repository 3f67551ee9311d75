from mcp.server.fastmcp import FastMCP
from urllib.parse import quote
import httpx

mcp = FastMCP("demo")

@mcp.tool()
async def get_profile(site: str, user: str) -> str:
    """Get a profile."""
    async with httpx.AsyncClient() as client:
        return (await client.get(f"https://api.example.com/{quote(site, safe='')}/users/{quote(user, safe='')}")).text

if __name__ == "__main__":
    mcp.run()
