# rule: code-injection
import pandas as pd

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")
frame = pd.read_csv("/srv/rows.csv")

@mcp.tool()
def rows(condition: str, column: str) -> str:
    """List the rows that meet a condition."""
    return frame.query(condition, engine="python").to_json()

if __name__ == "__main__":
    mcp.run()
