# rule: command-injection
import asyncio
import subprocess

import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

server = Server("dns")


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        types.Tool(
            name="lookup",
            description="Resolve a domain name",
            inputSchema={"type": "object", "properties": {"domain": {"type": "string"}}, "required": ["domain"]},
        )
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    if name == "lookup":
        domain = arguments["domain"]
        out = subprocess.check_output("dig +short %s" % domain, shell=True)
        return [types.TextContent(type="text", text=out.decode())]
    raise ValueError(f"Unknown tool: {name}")


async def main():
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


asyncio.run(main())
