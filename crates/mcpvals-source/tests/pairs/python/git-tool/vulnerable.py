# rule: command-injection
from mcp.server.fastmcp import FastMCP
import subprocess

mcp = FastMCP("demo")

class Repository:
    def __init__(self, folder: str):
        self.folder = folder

    def _git(self, *arguments: str) -> str:
        command = f"git -C {self.folder} {' '.join(arguments)}"
        return subprocess.check_output(command, shell=True, text=True)

    def show(self, revision: str) -> str:
        return self._git("show", revision)


@mcp.tool()
def show_commit(revision: str) -> str:
    """Show a commit."""
    return Repository("/srv/repo").show(revision)

if __name__ == "__main__":
    mcp.run()
