# rule: path-traversal
import os
from werkzeug.utils import secure_filename

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("uploads")

UPLOADS = "/var/uploads"


class Store:
    def __init__(self, folder: str):
        self.folder = folder

    def remove(self, filename: str) -> None:
        os.remove(f"{self.folder}/{filename}")


store = Store(UPLOADS)


@mcp.tool()
def delete_upload(filename: str) -> str:
    """Delete an uploaded file."""
    store.remove(filename)
    return "deleted"

if __name__ == "__main__":
    mcp.run()
