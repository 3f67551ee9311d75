from mcp.server.fastmcp import FastMCP
import sqlite3

mcp = FastMCP("demo")

connection = sqlite3.connect("shop.db")
COLUMNS = {"id", "title", "price"}


@mcp.tool()
def list_books(columns: list[str]) -> str:
    """List books."""
    chosen = ", ".join(c for c in columns if c in COLUMNS)
    return str(connection.execute(f"SELECT {chosen} FROM books").fetchall())

if __name__ == "__main__":
    mcp.run()
