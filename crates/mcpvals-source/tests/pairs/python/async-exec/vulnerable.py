# rule: command-injection
from mcp.server.fastmcp import FastMCP
import asyncio

mcp = FastMCP("demo")

async def output_of(command: str) -> str:
    process = await asyncio.create_subprocess_shell(command, stdout=asyncio.subprocess.PIPE)
    out, _ = await process.communicate()
    return out.decode()


@mcp.tool()
async def used_space(folder: str) -> str:
    """Say how much space a folder takes."""
    return await output_of(f"du -sh {folder}")

if __name__ == "__main__":
    mcp.run()
