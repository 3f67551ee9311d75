# rule: template-injection
from jinja2 import Template

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("letters")

@mcp.tool()
def render_letter(body: str, recipient: str) -> str:
    """Write a letter."""
    return Template(body).render(recipient=recipient)

if __name__ == "__main__":
    mcp.run()
