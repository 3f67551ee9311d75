import hashlib

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("accounts")

accounts = {}


@mcp.tool()
def register(login: str, password: str) -> str:
    """Register an account."""
    accounts[login] = hashlib.scrypt(password.encode(), salt=login.encode(), n=16384, r=8, p=1).hex()
    return hashlib.md5(login.encode()).hexdigest()

if __name__ == "__main__":
    mcp.run()
