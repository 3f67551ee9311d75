# rule: path-traversal
from mcp.server.fastmcp import FastMCP
import os
import shutil

mcp = FastMCP("demo")

WORK = os.environ.get("WORK_DIR", "/srv/work")


def folder_of(job: str) -> str:
    return os.path.abspath(os.path.join(WORK, job))


@mcp.tool()
def drop_job(job: str) -> str:
    """Delete a job's folder."""
    shutil.rmtree(folder_of(job))
    return "dropped"

if __name__ == "__main__":
    mcp.run()
