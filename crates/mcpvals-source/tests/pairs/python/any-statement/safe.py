import sqlite3

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shop")

db = sqlite3.connect("file:shop.db?mode=ro", uri=True)


QUESTIONS = {"orders": "SELECT count(*) FROM orders", "items": "SELECT name FROM items"}


@mcp.tool()
def ask_shop(query: str) -> list:
    """Answer a question about the shop."""
    return db.execute(QUESTIONS[query]).fetchall()

if __name__ == "__main__":
    mcp.run()
