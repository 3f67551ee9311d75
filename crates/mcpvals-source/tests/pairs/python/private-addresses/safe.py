from mcp.server.fastmcp import FastMCP
import ipaddress
import socket
from urllib.parse import urlsplit

import requests

mcp = FastMCP("demo")

def is_public(host: str) -> bool:
    for *_, address in socket.getaddrinfo(host, None):
        ip = ipaddress.ip_address(address[0])
        if ip.is_private or ip.is_loopback or ip.is_link_local or ip.is_reserved:
            return False
    return True


@mcp.tool()
def page_title(url: str) -> str:
    """Say the title of a page."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not is_public(parts.hostname or ""):
        return "url: only public pages"
    text = requests.get(url, timeout=10, allow_redirects=False).text
    return text.split("<title>")[1].split("</title>")[0]

if __name__ == "__main__":
    mcp.run()
