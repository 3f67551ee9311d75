# rule: command-injection
import subprocess
import sys

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("sound")


@mcp.tool()
def record(device: str) -> str:
    """Record ten seconds of sound."""
    command = f"ffmpeg -t 10 -i {device} /srv/sound/last.wav"
    subprocess.Popen(command, shell=sys.platform != "win32")
    return "started"
