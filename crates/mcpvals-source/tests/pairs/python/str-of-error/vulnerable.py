# rule: raw-error-returned
import logging
import json

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("settings")

log = logging.getLogger("settings")


@mcp.tool()
def setting(name: str) -> str:
    """Name the value of a setting."""
    try:
        return json.loads('{"theme": "dark"}')[name]
    except KeyError as error:
        return f"no such setting: {error}"

if __name__ == "__main__":
    mcp.run()
