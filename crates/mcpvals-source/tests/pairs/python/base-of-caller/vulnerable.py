# rule: server-side-request-forgery
import httpx

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")

def ask(base: str, path: str) -> str:
    return f"{base}{path}"


def asked(base: str, path: str) -> str:
    return ask(base, "?of=" + path)


@mcp.tool()
async def weather(place: str) -> str:
    """Tell the weather of a place."""
    url = ask("https://weather", place)
    async with httpx.AsyncClient(timeout=5) as client:
        response = await client.get(url)
    return response.text

if __name__ == "__main__":
    mcp.run()
