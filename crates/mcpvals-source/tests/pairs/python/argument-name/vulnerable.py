# rule: path-traversal
import asyncio
import os

import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

server = Server("demo")
NOTES = "/srv/notes"


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [types.Tool(name="read_note", description="Read a note", inputSchema={"type": "object", "properties": {"name": {"type": "string"}}})]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    if name != "read_note":
        raise ValueError(f"no tool {name}")
    with open(os.path.join(NOTES, arguments["name"] + ".md")) as note:
        return [types.TextContent(type="text", text=note.read())]


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


asyncio.run(main())
