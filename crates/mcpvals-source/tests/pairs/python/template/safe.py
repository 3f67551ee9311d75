from jinja2 import Template

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("letters")

LETTER = Template("Dear {{ recipient }},\n\n{{ body }}\n")


@mcp.tool()
def render_letter(body: str, recipient: str) -> str:
    """Write a letter."""
    return LETTER.render(recipient=recipient, body=body)

if __name__ == "__main__":
    mcp.run()
