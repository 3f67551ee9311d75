from mcp.server.fastmcp import FastMCP
import base64
import os
import shlex

mcp = FastMCP("demo")

@mcp.tool()
def convert(text: str) -> str:
    """Counts the words of a text."""
    return os.popen("wc -w <<< " + shlex.quote(text)).read()

if __name__ == "__main__":
    mcp.run()
