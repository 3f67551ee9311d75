# rule: unsafe-deserialization
from mcp.server.fastmcp import FastMCP
import base64
import json
import pickle

mcp = FastMCP("demo")

class Session:
    @classmethod
    def load(cls, blob: str) -> dict:
        return pickle.loads(base64.b64decode(blob))


@mcp.tool()
def resume(blob: str) -> str:
    """Resume a session."""
    return str(Session.load(blob).get("step"))

if __name__ == "__main__":
    mcp.run()
