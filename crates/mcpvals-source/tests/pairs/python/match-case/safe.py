from mcp.server.fastmcp import FastMCP
import subprocess

mcp = FastMCP("demo")

@mcp.tool()
def inspect(what: str) -> str:
    """Inspect the machine."""
    match what:
        case "disk":
            program = "df"
        case "memory":
            program = "free"
        case _:
            raise ValueError("what: disk or memory")
    return subprocess.run([program, "-h"], capture_output=True, text=True).stdout

if __name__ == "__main__":
    mcp.run()
