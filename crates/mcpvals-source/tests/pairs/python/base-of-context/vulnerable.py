# rule: server-side-request-forgery
import httpx
from mcp.server.fastmcp import Context, FastMCP

mcp = FastMCP("buckets")


@mcp.tool()
async def list_entries(bucket: str, base: str, ctx: Context) -> str:
    """List the entries of a bucket."""
    await ctx.info(f"asked for {bucket}")
    url = f"{base}/buckets/{bucket}/entries"
    async with httpx.AsyncClient() as client:
        answer = await client.get(url, timeout=10.0)
    return answer.text
