#!/usr/bin/env python3
"""A small MCP server: two tools over stdio."""
import json
import sys

TOOLS = [
    {
        "name": "add",
        "description": "Adds two numbers and returns their sum.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "a": {"type": "number", "description": "The first number"},
                "b": {"type": "number", "description": "The second number"},
            },
            "required": ["a", "b"],
            "additionalProperties": False,
        },
        "annotations": {"readOnlyHint": True},
    },
]


def call(params):
    arguments = params.get("arguments") or {}
    if params.get("name") != "add":
        raise ValueError("unknown tool")
    numbers = [arguments.get("a"), arguments.get("b")]
    if set(arguments) != {"a", "b"} or not all(isinstance(n, (int, float)) and not isinstance(n, bool) for n in numbers):
        return {"content": [{"type": "text", "text": "a and b must be numbers"}], "isError": True}
    return {"content": [{"type": "text", "text": str(sum(numbers))}]}


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": params.get("protocolVersion", "2025-06-18"),
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "adder", "version": "1.0.0"},
        }
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return call(params)
    raise LookupError(method)


for line in sys.stdin:
    if not line.strip():
        continue
    message = json.loads(line)
    if "id" not in message:
        continue
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    try:
        reply["result"] = answer(message.get("method"), message.get("params") or {})
    except LookupError:
        reply["error"] = {"code": -32601, "message": "Method not found"}
    except ValueError as error:
        reply["error"] = {"code": -32602, "message": str(error)}
    print(json.dumps(reply), flush=True)
