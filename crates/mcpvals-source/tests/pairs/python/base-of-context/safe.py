import httpx
from mcp.server.fastmcp import Context, FastMCP

mcp = FastMCP("buckets")


@mcp.tool()
async def list_entries(bucket: str, page: str, ctx: Context) -> str:
    """List the entries of a bucket."""
    base = ctx.lifespan_context["base"] if ctx else "http://localhost:5600/api"
    url = f"{base}/buckets/{bucket}/entries"
    if page:
        url += f"?page={page}"
    async with httpx.AsyncClient() as client:
        answer = await client.get(url, timeout=10.0)
    return answer.text
