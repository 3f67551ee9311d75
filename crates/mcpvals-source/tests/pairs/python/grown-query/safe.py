import httpx

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


@mcp.tool()
async def weather(region: str, day: str = "") -> str:
    """Tell the weather of a region."""
    url = f"https://weather.example.com/{region}/now"
    if day:
        url += f"?day={day}"
    url += "&of=" + region
    async with httpx.AsyncClient(timeout=5) as client:
        response = await client.get(url)
    return response.text

if __name__ == "__main__":
    mcp.run()
