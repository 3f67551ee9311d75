from mcp.server.fastmcp import FastMCP
import json

mcp = FastMCP("demo")

@mcp.tool()
def get_report() -> str:
    """Returns the report."""
    try:
        return json.loads(open("/srv/report.json").read())["text"]
    except OSError as error:
        raise RuntimeError("the report is not there yet: run build_report first") from error

if __name__ == "__main__":
    mcp.run()
