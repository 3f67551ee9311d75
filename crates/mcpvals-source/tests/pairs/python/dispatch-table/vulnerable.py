# rule: sql-injection
import asyncio
import sqlite3

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

app = Server("demo")


async def find_item(arguments: dict) -> str:
    sku = arguments["sku"]
    with sqlite3.connect("stock.db") as db:
        rows = db.execute("SELECT * FROM items WHERE sku = '" + sku + "'").fetchall()
    return str(rows)


HANDLERS = {"find_item": find_item}


@app.list_tools()
async def list_tools() -> list[Tool]:
    return [Tool(name="find_item", description="Find an item", inputSchema={"type": "object", "properties": {"sku": {"type": "string"}}, "required": ["sku"]})]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    handler = HANDLERS.get(name)
    if handler is None:
        raise ValueError(f"no tool {name}")
    return [TextContent(type="text", text=await handler(arguments))]


async def main() -> None:
    async with stdio_server() as (read, write):
        await app.run(read, write, app.create_initialization_options())


asyncio.run(main())
