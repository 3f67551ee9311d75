# rule: unsafe-deserialization
import base64
import json
import pickle

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("sessions")

@mcp.tool()
def restore_session(blob: str) -> str:
    """Restore a saved session."""
    state = pickle.loads(base64.b64decode(blob))
    return f"restored {len(state)} entries"

if __name__ == "__main__":
    mcp.run()
