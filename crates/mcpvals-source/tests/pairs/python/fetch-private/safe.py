import ipaddress
import socket
from urllib.parse import urlparse

import requests

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("reader")

def refuse_private(url: str) -> None:
    host = urlparse(url).hostname
    address = ipaddress.ip_address(socket.gethostbyname(host))
    if address.is_private or address.is_loopback or address.is_link_local:
        raise ValueError("url: address of a private network")


@mcp.tool()
def read_page(url: str) -> str:
    """Fetch a web page and return its text."""
    refuse_private(url)
    return requests.get(url, timeout=10, allow_redirects=False).text

if __name__ == "__main__":
    mcp.run()
