from mcp.server.fastmcp import FastMCP
import os
import shutil

mcp = FastMCP("demo")

WORK = os.path.realpath(os.environ.get("WORK_DIR", "/srv/work"))


def folder_of(job: str) -> str:
    path = os.path.realpath(os.path.join(WORK, job))
    if not path.startswith(WORK + os.sep):
        raise PermissionError("job: outside of the work folder")
    return path


@mcp.tool()
def drop_job(job: str) -> str:
    """Delete a job's folder."""
    shutil.rmtree(folder_of(job))
    return "dropped"

if __name__ == "__main__":
    mcp.run()
