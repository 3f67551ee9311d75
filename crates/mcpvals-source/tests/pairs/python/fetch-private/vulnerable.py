# rule: fetches-anything-by-design
import ipaddress
import socket
from urllib.parse import urlparse

import requests

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("reader")

@mcp.tool()
def read_page(url: str) -> str:
    """Fetch a web page and return its text."""
    return requests.get(url, timeout=10, allow_redirects=False).text

if __name__ == "__main__":
    mcp.run()
