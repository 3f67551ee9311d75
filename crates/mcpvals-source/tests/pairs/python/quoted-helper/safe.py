from mcp.server.fastmcp import FastMCP
import os
import shlex

mcp = FastMCP("demo")

def listing(archive: str) -> str:
    return f"unzip -l {shlex.quote(archive)} | tail -n +4"


@mcp.tool()
def archive_listing(archive: str) -> str:
    """List what an archive holds."""
    with os.popen(listing(archive)) as stream:
        return stream.read()

if __name__ == "__main__":
    mcp.run()
