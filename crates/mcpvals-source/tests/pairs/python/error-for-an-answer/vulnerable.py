# rule: error-as-success
import contextlib

import httpx

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")

@mcp.tool()
def get_rate(code: str) -> str:
    """Get the rate of a currency at rates.example.com."""
    try:
        return httpx.get("https://rates.example.com/" + code, timeout=3).text
    except Exception as error:
        return f"Error: {error}"

if __name__ == "__main__":
    mcp.run()
