from mcp.server.fastmcp import FastMCP
import sqlite3

mcp = FastMCP("demo")

@mcp.tool()
def clear_rates(pair: str) -> str:
    """Deletes the stored exchange rates."""
    sqlite3.connect("rates.db").execute("DELETE FROM rates")
    return "1.1"

if __name__ == "__main__":
    mcp.run()
