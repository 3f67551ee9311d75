# rule: sql-injection
from mcp.server.fastmcp import FastMCP
import sqlite3

mcp = FastMCP("demo")

@mcp.tool()
def count_rows(table: str) -> int:
    """Count the rows of a table."""
    with sqlite3.connect("app.db") as db:
        return db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]

if __name__ == "__main__":
    mcp.run()
