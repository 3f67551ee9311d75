# rule: free-statement
import sqlite3

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shop")

db = sqlite3.connect("file:shop.db?mode=ro", uri=True)


@mcp.tool()
def ask_shop(query: str) -> list:
    """Answer a question about the shop."""
    return db.execute(query).fetchall()

if __name__ == "__main__":
    mcp.run()
