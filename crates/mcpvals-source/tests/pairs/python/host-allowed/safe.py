from mcp.server.fastmcp import FastMCP
import httpx
from urllib.parse import urlparse

mcp = FastMCP("demo")

HOSTS = {"feeds.example.com", "news.example.org"}


def checked(url: str) -> str:
    parts = urlparse(url)
    if parts.scheme != "https" or parts.hostname not in HOSTS:
        raise ValueError("url: not one of our feeds")
    return url


@mcp.tool()
async def read_feed(url: str) -> str:
    """Read a feed."""
    async with httpx.AsyncClient(timeout=10) as client:
        response = await client.get(checked(url))
    return response.text

if __name__ == "__main__":
    mcp.run()
