from pathlib import Path

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("documents")

ROOT = Path("/srv/documents").resolve()


def locate(name: str) -> Path:
    path = (ROOT / name).resolve()
    if not path.is_relative_to(ROOT):
        raise PermissionError("outside of the documents")
    return path


@mcp.tool()
def read_document(name: str) -> str:
    """Read a document."""
    return locate(name).read_text()

if __name__ == "__main__":
    mcp.run()
