from mcp.server.fastmcp import FastMCP
import subprocess

mcp = FastMCP("demo")

class Runner:
    def __init__(self, tool: str):
        self.tool = tool

    def run(self, *arguments: str) -> str:
        return subprocess.run([self.tool, *arguments], capture_output=True, text=True).stdout


git = Runner("git")


@mcp.tool()
def blame(file: str) -> str:
    """Say who wrote each line of a file of the repository."""
    return git.run("blame", "--", file)

if __name__ == "__main__":
    mcp.run()
