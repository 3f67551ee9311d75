"""A small MCP server of plain Python: two tools over stdio."""

import json
import sys

TOOLS = [
    {
        "name": "add_numbers",
        "description": "Adds two numbers and returns their sum as text.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "a": {"type": "number", "description": "The first number."},
                "b": {"type": "number", "description": "The second number."},
            },
            "required": ["a", "b"],
            "additionalProperties": False,
        },
    },
    {
        "name": "reverse_text",
        "description": "Returns a text with its letters in reverse order.",
        "inputSchema": {
            "type": "object",
            "properties": {"text": {"type": "string", "description": "What is reversed."}},
            "required": ["text"],
            "additionalProperties": False,
        },
    },
]


def call(name, given):
    """What a tool answers: its text, and whether that is an error."""
    try:
        if name == "add_numbers":
            return str(given["a"] + given["b"]), False
        if name == "reverse_text":
            return given["text"][::-1], False
    except (KeyError, TypeError, AttributeError):
        return f"Invalid arguments of {name}: see its input schema.", True
    return None, True


def answer(method, params):
    """The result of a request, or the error."""
    if method == "initialize":
        info = {"name": "small", "version": "1.0.0"}
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": info}
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        text, is_error = call(params.get("name"), params.get("arguments") or {})
        if text is None:
            return {"code": -32602, "message": f"Unknown tool: {params.get('name')}"}
        return {"content": [{"type": "text", "text": text}], "isError": is_error}
    return {"code": -32601, "message": f"Method not found: {method}"}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message and "method" in message:
        result = answer(message["method"], message.get("params") or {})
        body = {"error": result} if "code" in result else {"result": result}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **body}), flush=True)
