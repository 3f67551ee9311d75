import subprocess

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("gallery")


VIEWERS = ("feh", "eog")


@mcp.tool()
def show_picture(viewer: str) -> str:
    """Open today's picture with a program of yours."""
    if viewer not in VIEWERS:
        raise ValueError("viewer: feh or eog")
    subprocess.run([viewer, "/srv/pictures/today.png"], timeout=20)
    return "shown"

if __name__ == "__main__":
    mcp.run()
