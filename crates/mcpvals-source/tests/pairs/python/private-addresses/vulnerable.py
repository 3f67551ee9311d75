# rule: fetches-anything-by-design
from mcp.server.fastmcp import FastMCP
import ipaddress
import socket
from urllib.parse import urlsplit

import requests

mcp = FastMCP("demo")

@mcp.tool()
def page_title(url: str) -> str:
    """Say the title of a page."""
    text = requests.get(url, timeout=10, allow_redirects=False).text
    return text.split("<title>")[1].split("</title>")[0]

if __name__ == "__main__":
    mcp.run()
