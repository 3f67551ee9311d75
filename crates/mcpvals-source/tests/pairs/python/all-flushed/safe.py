import boto3
import redis

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("demo")
s3 = boto3.client("s3")
kept = redis.Redis()

@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def get_bucket(name: str) -> str:
    """Return one key."""
    return str(kept.setex(name, 60, "seen"))

if __name__ == "__main__":
    mcp.run()
