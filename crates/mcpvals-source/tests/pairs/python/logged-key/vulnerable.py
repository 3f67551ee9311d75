# rule: secret-in-log
import logging
import os

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("mailer")

log = logging.getLogger("mailer")

API_KEY = os.environ["MAIL_API_KEY"]


@mcp.tool()
def quota() -> str:
    """Name how many mails are left for today."""
    log.info("asked for the quota with %s", API_KEY)
    return "200"

if __name__ == "__main__":
    mcp.run()
