import sqlite3

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("inventory")

COLUMNS = ("name", "count")


@mcp.tool()
def list_items(sort: str = "name") -> list:
    """List the items of the inventory."""
    if sort not in COLUMNS:
        sort = "name"
    column = "count" if sort == "count" else "name"
    with sqlite3.connect("items.db") as conn:
        cursor = conn.cursor()
        cursor.execute("SELECT name, count FROM items ORDER BY " + column)
        return cursor.fetchall()

if __name__ == "__main__":
    mcp.run()
