import sqlite3

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("crm")

db = sqlite3.connect("crm.db")


@mcp.tool()
def find_customer(name: str) -> list:
    """Find customers by name."""
    rows = db.execute("SELECT id, name FROM customers WHERE name LIKE ?", (f"%{name}%",))
    return rows.fetchall()

if __name__ == "__main__":
    mcp.run()
