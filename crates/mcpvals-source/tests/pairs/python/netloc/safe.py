from mcp.server.fastmcp import FastMCP
from urllib.parse import urlparse
import requests

mcp = FastMCP("demo")

@mcp.tool()
def show_issue(link: str) -> str:
    """Show an issue of our tracker."""
    if urlparse(link).netloc != "issues.example.com":
        return "link: not of our tracker"
    return requests.get(link, timeout=5, allow_redirects=False).text

if __name__ == "__main__":
    mcp.run()
