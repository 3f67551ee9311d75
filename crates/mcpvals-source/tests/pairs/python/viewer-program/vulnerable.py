# rule: chosen-program
import subprocess

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("gallery")


@mcp.tool()
def show_picture(viewer: str) -> str:
    """Open today's picture with a program of yours."""
    subprocess.run([viewer, "/srv/pictures/today.png"], timeout=20)
    return "shown"

if __name__ == "__main__":
    mcp.run()
