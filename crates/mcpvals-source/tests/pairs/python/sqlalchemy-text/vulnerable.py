# rule: sql-injection
from mcp.server.fastmcp import FastMCP
from sqlalchemy import create_engine, text

mcp = FastMCP("demo")

engine = create_engine("sqlite:///staff.db")


@mcp.tool()
def find_person(name: str) -> list:
    """Find people by name."""
    with engine.connect() as connection:
        found = connection.execute(text(f"SELECT id, name FROM staff WHERE name LIKE '{name}%'"))
        return [dict(row._mapping) for row in found]

if __name__ == "__main__":
    mcp.run()
