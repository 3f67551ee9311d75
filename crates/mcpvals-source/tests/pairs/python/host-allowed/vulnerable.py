# rule: server-side-request-forgery
from mcp.server.fastmcp import FastMCP
import httpx
from urllib.parse import urlparse

mcp = FastMCP("demo")

@mcp.tool()
async def read_feed(url: str) -> str:
    """Read a feed."""
    async with httpx.AsyncClient(timeout=10) as client:
        response = await client.get(url)
    return response.text

if __name__ == "__main__":
    mcp.run()
