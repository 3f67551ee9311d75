import json

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("accounts")

ACCOUNTS = {
    "ada": {"name": "Ada", "plan": "pro", "api_key": "k-0001", "password_hash": "x"},
    "bob": {"name": "Bob", "plan": "free", "api_key": "k-0002", "password_hash": "y"},
}


@mcp.tool()
def account(login: str) -> str:
    """Show an account's plan."""
    record = ACCOUNTS[login]
    return json.dumps({"name": record["name"], "plan": record["plan"]})

if __name__ == "__main__":
    mcp.run()
