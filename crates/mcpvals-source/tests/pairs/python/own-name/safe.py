import requests

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("mcp-server-gizmomaps")


@mcp.tool()
def extract_places(text: str) -> str:
    """Mark the places of a text."""
    answer = requests.post("https://api.gizmomaps.com/v1/mark", data={"text": text}, timeout=5)
    return answer.json()["map"]


if __name__ == "__main__":
    mcp.run()
