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
        log.warning("setting: %s", error)
        return "name: there is no setting of that name"

if __name__ == "__main__":
    mcp.run()
