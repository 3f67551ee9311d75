import os
import shlex

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("media")

def convert(source: str, target: str) -> int:
    return os.system("ffmpeg -y -i " + shlex.quote(source) + " " + shlex.quote(target))


@mcp.tool()
def convert_video(source: str, target: str) -> str:
    """Convert a video to another format."""
    code = convert(source, target)
    return f"finished with {code}"

if __name__ == "__main__":
    mcp.run()
