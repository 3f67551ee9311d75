import sqlite3

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("mailbox")

db = sqlite3.connect("mail.db")


@mcp.tool()
def list_messages(ctx) -> list:
    """List the messages of the mailbox."""
    user_id = ctx.session.user_id
    return db.execute("SELECT subject FROM messages WHERE user_id = ?", (user_id,)).fetchall()

if __name__ == "__main__":
    mcp.run()
