# rule: swallowed-error
from mcp.server.fastmcp import FastMCP
import json

mcp = FastMCP("demo")

@mcp.tool()
def get_report() -> str:
    """Returns the report."""
    text = ""
    try:
        text = json.loads(open("/srv/report.json").read())["text"]
    except:
        pass
    return text

if __name__ == "__main__":
    mcp.run()
