import asyncio
import base64
import os
from enum import Enum

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("pictures")
FOLDER = "/srv/pictures"


class Kind(str, Enum):
    PNG = "png"
    JPEG = "jpeg"


def save_all(images, kind):
    paths = []
    for index, image in enumerate(images):
        path = os.path.join(FOLDER, f"picture_{index}.{kind}")
        with open(path, "wb") as file:
            file.write(base64.b64decode(image))
        paths.append(path)
    return paths


@mcp.tool()
async def save_pictures(images: list[str], ratio: str, kind: str) -> list[str]:
    """Save pictures as files of a kind."""
    return await asyncio.to_thread(save_all, images, kind=Kind(kind))


if __name__ == "__main__":
    mcp.run()
