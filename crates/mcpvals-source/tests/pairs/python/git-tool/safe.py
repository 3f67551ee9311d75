from mcp.server.fastmcp import FastMCP
import subprocess

mcp = FastMCP("demo")

class Repository:
    def __init__(self, folder: str):
        self.folder = folder

    def _git(self, *arguments: str) -> str:
        command = ["git", "-C", self.folder, *arguments]
        return subprocess.check_output(command, text=True)

    def show(self, revision: str) -> str:
        return self._git("show", "--end-of-options", revision)


@mcp.tool()
def show_commit(revision: str) -> str:
    """Show a commit."""
    return Repository("/srv/repo").show(revision)

if __name__ == "__main__":
    mcp.run()
