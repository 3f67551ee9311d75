# rule: sql-injection
import sqlite3

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("crm")

db = sqlite3.connect("crm.db")


@mcp.tool()
def find_customer(name: str) -> list:
    """Find customers by name."""
    rows = db.execute(f"SELECT id, name FROM customers WHERE name LIKE '%{name}%'")
    return rows.fetchall()

if __name__ == "__main__":
    mcp.run()
