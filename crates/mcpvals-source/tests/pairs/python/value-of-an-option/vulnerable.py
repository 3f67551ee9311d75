# rule: argument-injection
import anyio

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")

@mcp.tool()
async def grep_files(pattern: str, encoding: str) -> str:
    """Run grep over the notes."""
    cmd = ["rg", "--json"]
    cmd.extend(["--hidden", encoding])
    cmd.extend(["-e", pattern, "--", "/srv/notes"])
    done = await anyio.run_process(cmd, check=False)
    return done.stdout.decode()

if __name__ == "__main__":
    mcp.run()
