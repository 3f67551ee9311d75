# rule: sql-injection
from mcp.server.fastmcp import FastMCP
import sqlite3

mcp = FastMCP("demo")

@mcp.tool()
def find_tasks(owner: str = "", state: str = "") -> list:
    """Find tasks."""
    conditions = []
    if owner:
        conditions.append(f"owner = '{owner}'")
    if state:
        conditions.append(f"state = '{state}'")
    where = " AND ".join(conditions) or "1"
    with sqlite3.connect("tasks.db") as db:
        return db.execute(f"SELECT * FROM tasks WHERE {where}").fetchall()

if __name__ == "__main__":
    mcp.run()
