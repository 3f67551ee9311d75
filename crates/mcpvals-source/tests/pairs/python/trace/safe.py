import traceback

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("jobs")

def start(job: str) -> str:
    return job.upper()


@mcp.tool()
def run_job(job: str) -> str:
    """Start a job."""
    try:
        return start(job)
    except KeyError as error:
        raise ValueError("job: no such job") from error

if __name__ == "__main__":
    mcp.run()
