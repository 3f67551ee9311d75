from mcp.server.fastmcp import Context, FastMCP

mcp = FastMCP("projects")

projects = {"a": 1, "b": 2}


@mcp.tool()
def delete_project(name: str, ctx: Context) -> str:
    """Delete a project."""
    is_admin = ctx.session.is_admin
    if not is_admin:
        raise PermissionError("only for administrators")
    projects.pop(name)
    return "deleted"
