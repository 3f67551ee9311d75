# rule: archive-extraction
import tarfile

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("archives")

@mcp.tool()
def unpack() -> str:
    """Unpack the uploaded archive."""
    with tarfile.open("/srv/upload.tar.gz") as archive:
        archive.extractall("/srv/unpacked")
    return "unpacked"

if __name__ == "__main__":
    mcp.run()
