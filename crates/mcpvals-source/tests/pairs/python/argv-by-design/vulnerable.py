# rule: runs-commands-by-design
from mcp.server.fastmcp import FastMCP
import asyncio

mcp = FastMCP("demo")

ALLOWED = {"ls", "cat", "git"}


class Runner:
    def __init__(self):
        self.waiting = {}

    async def next(self, key: str) -> bytes:
        process = await asyncio.create_subprocess_exec(*self.waiting.pop(key), stdout=-1)
        return (await process.communicate())[0]


runner = Runner()


@mcp.tool()
async def shell_execute(command: list[str]) -> str:
    """Execute an allowed command of the machine."""
    if command[0] not in ALLOWED:
        raise ValueError("command: not one of those allowed")
    runner.waiting["now"] = list(command)
    return (await runner.next("now")).decode()

if __name__ == "__main__":
    mcp.run()
