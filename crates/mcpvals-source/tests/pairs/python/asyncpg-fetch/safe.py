from mcp.server.fastmcp import FastMCP
import asyncpg

mcp = FastMCP("demo")

async def pool():
    return await asyncpg.create_pool("postgres://localhost/books")


@mcp.tool()
async def search_books(title: str, limit: int = 10) -> list:
    """Search books by their title."""
    async with (await pool()).acquire() as connection:
        rows = await connection.fetch("SELECT * FROM books WHERE title ILIKE $1 LIMIT $2", f"%{title}%", limit)
    return [dict(row) for row in rows]

if __name__ == "__main__":
    mcp.run()
