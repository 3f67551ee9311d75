from mcp.server.fastmcp import FastMCP
import asyncio

mcp = FastMCP("demo")

ALLOWED = {"ls", "cat", "git"}


@mcp.tool()
async def disk_usage() -> str:
    """Tells how full the disk is, by running the command `df`."""
    process = await asyncio.create_subprocess_exec("df", "-h", stdout=-1)
    return (await process.communicate())[0].decode()

if __name__ == "__main__":
    mcp.run()
