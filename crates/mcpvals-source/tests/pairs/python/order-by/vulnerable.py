# rule: sql-injection
import sqlite3

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("inventory")

@mcp.tool()
def list_items(sort: str = "name") -> list:
    """List the items of the inventory."""
    with sqlite3.connect("items.db") as conn:
        cursor = conn.cursor()
        cursor.execute("SELECT name, count FROM items ORDER BY " + sort)
        return cursor.fetchall()

if __name__ == "__main__":
    mcp.run()
