# rule: argument-injection
from mcp.server.fastmcp import FastMCP
import re
import subprocess

mcp = FastMCP("demo")

ROOT = "/srv/site"


@mcp.tool()
def backup(name: str, excludes: list[str]) -> str:
    """Make a backup of the site."""
    if not re.fullmatch(r"[a-z]+", name):
        raise ValueError("name: small letters only")
    command = ["tar", "czf", f"/backups/{name}.tgz"] + excludes + ["--", ROOT]
    return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout

if __name__ == "__main__":
    mcp.run()
