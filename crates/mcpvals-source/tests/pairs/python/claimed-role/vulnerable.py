# rule: role-from-argument
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("payroll")

salaries = {"junior": 4100, "senior": 4900}


@mcp.tool()
def salary(grade: str, role: str) -> str:
    """Name the salary of a grade."""
    if role != "admin":
        raise PermissionError("only for the administration")
    return str(salaries[grade])

if __name__ == "__main__":
    mcp.run()
