# rule: unsafe-deserialization
from mcp.server.fastmcp import FastMCP
import yaml

mcp = FastMCP("demo")

@mcp.tool()
def check_manifest(manifest: str) -> str:
    """Check a manifest."""
    data = yaml.load(manifest, Loader=yaml.Loader)
    return "valid" if "kind" in data else "kind: missing"

if __name__ == "__main__":
    mcp.run()
