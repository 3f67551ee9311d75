# rule: role-from-argument
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("projects")

projects = {"a": 1, "b": 2}


@mcp.tool()
def delete_project(name: str, is_admin: bool = False) -> str:
    """Delete a project."""
    if not is_admin:
        raise PermissionError("only for administrators")
    projects.pop(name)
    return "deleted"
