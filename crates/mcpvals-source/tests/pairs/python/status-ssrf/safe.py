import httpx

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("monitor")

SERVICES = {"billing.example.com", "search.example.com"}


@mcp.tool()
async def service_status(host: str) -> str:
    """Report the health of a service of ours."""
    if host not in SERVICES:
        raise ValueError("host: not one of our services")
    async with httpx.AsyncClient(timeout=5) as client:
        response = await client.get(f"http://{host}/health")
    return response.text

if __name__ == "__main__":
    mcp.run()
