# rule: unsafe-deserialization
import yaml

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("config")

@mcp.tool()
def validate_config(text: str) -> str:
    """Check a YAML configuration."""
    config = yaml.load(text, Loader=yaml.Loader)
    return "valid" if isinstance(config, dict) else "not a mapping"

if __name__ == "__main__":
    mcp.run()
