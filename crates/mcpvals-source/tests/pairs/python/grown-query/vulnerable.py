# rule: server-side-request-forgery
import httpx

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


@mcp.tool()
async def weather(region: str, day: str = "") -> str:
    """Tell the weather of a region."""
    url = f"https://{region}"
    url += ".weather.example.com/now"
    if day:
        url += f"?day={day}"
    async with httpx.AsyncClient(timeout=5) as client:
        response = await client.get(url)
    return response.text

if __name__ == "__main__":
    mcp.run()
