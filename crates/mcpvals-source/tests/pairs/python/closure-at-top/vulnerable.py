# rule: command-injection
from mcp.server.fastmcp import FastMCP
import os
import shlex

mcp = FastMCP("demo")

def runner(program: str):
    def run(name: str) -> str:
        return os.popen(f"{program} {name}").read()

    return run


set_theme = runner("theme")


@mcp.tool()
def render(theme: str) -> str:
    """Renders a page with a theme."""
    return set_theme(theme)

if __name__ == "__main__":
    mcp.run()
