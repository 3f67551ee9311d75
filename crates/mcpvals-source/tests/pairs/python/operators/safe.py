from mcp.server.fastmcp import FastMCP
import ast
import operator

mcp = FastMCP("demo")

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def walk(node: ast.AST) -> float:
    if isinstance(node, ast.Expression):
        return walk(node.body)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](walk(node.left), walk(node.right))
    raise ValueError("expression: only numbers and + - * /")


@mcp.tool()
def calculate(expression: str) -> str:
    """Work out an expression."""
    return str(walk(ast.parse(expression, mode="eval")))

if __name__ == "__main__":
    mcp.run()
