import smtplib

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("post")


@mcp.tool()
def write(to: str, cc: str, body: str) -> str:
    """Send a mail."""
    with smtplib.SMTP("localhost") as server:
        server.sendmail("me@post.test", [to, cc], body)
    return "sent"
