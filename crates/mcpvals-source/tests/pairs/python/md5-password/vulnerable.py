# rule: weak-hash
import hashlib

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("accounts")

accounts = {}


@mcp.tool()
def register(login: str, password: str) -> str:
    """Register an account."""
    accounts[login] = hashlib.md5(password.encode()).hexdigest()
    return "registered"

if __name__ == "__main__":
    mcp.run()
