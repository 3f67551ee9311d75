import re

import httpx

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")

MIRRORS = [{"name": "mirror", "pattern": r"^https://mirror\.example\.org/"}]


@mcp.tool()
async def read_entry(url: str) -> str:
    """Read an entry of our wiki."""
    patterns = [r"^https?://wiki\.example\.com/"]
    for mirror in MIRRORS:
        patterns.append(mirror["pattern"])
    if not any(re.match(pattern, url) for pattern in patterns):
        raise ValueError("url: not of our wiki")
    async with httpx.AsyncClient(timeout=5) as client:
        response = await client.get(url)
    return response.text

if __name__ == "__main__":
    mcp.run()
