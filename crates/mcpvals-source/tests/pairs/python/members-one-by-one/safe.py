import tarfile

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("archives")


@mcp.tool()
def unpack(upload: str) -> str:
    """Unpack an upload."""
    with tarfile.open("/srv/uploads/current.tar") as archive:
        for member in archive.getmembers():
            archive.extract(member, "/srv/work", filter="data")
    return "done"
