from mcp.server.fastmcp import FastMCP

mcp = FastMCP("rates")


@mcp.tool()
def get_rate(pair: str) -> str:
    """Gets the rate of the day."""
    if len(pair) != 6:
        raise ValueError("pair: six letters, such as EURUSD")
    return "1.1"


mcp.run()
