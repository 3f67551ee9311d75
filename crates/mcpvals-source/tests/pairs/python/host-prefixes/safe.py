import httpx

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")

PREFIXES = ("https://wiki.example.com/", "https://mirror.example.org/")


@mcp.tool()
async def read_entry(url: str) -> str:
    """Read an entry of our wiki."""
    if not any(url.startswith(prefix) for prefix in PREFIXES):
        raise ValueError("url: not of our wiki")
    async with httpx.AsyncClient(timeout=5) as client:
        response = await client.get(url)
    return response.text

if __name__ == "__main__":
    mcp.run()
