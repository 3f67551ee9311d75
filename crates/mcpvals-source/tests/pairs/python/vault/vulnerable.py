# rule: path-traversal
from mcp.server.fastmcp import FastMCP
from pathlib import Path

mcp = FastMCP("demo")

class Vault:
    def __init__(self, root: Path) -> None:
        self.root = root

    def locate(self, name: str) -> Path:
        return self.root / name

    def read(self, name: str) -> str:
        return self.locate(name).read_text(encoding="utf-8")


vault = Vault(Path("/srv/vault"))


@mcp.tool()
def read_note(name: str) -> str:
    """Read a note."""
    return vault.read(name)

if __name__ == "__main__":
    mcp.run()
