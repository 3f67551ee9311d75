import subprocess

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("repositories")

@mcp.tool()
def clone(url: str) -> str:
    """Clone a repository with git."""
    subprocess.run(["git", "clone", "--", url, "/tmp/work"], check=True, timeout=60)
    return "cloned"

if __name__ == "__main__":
    mcp.run()
