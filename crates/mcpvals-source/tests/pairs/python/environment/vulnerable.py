# rule: environment-exposed
import json
import os
import platform

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("debug")

@mcp.tool()
def diagnostics() -> str:
    """Report the server's version and platform."""
    return json.dumps({"platform": platform.platform(), "env": dict(os.environ)})

if __name__ == "__main__":
    mcp.run()
