"""A small good server. A file `hangs` beside it makes its tool never answer."""

import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
TOOL = {
    "name": "search_documents",
    "title": "Search documents",
    "description": "Searches the documents by text and returns the best matches, the best first.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What to look for", "minLength": 1, "maxLength": 200},
            "limit": {"type": "integer", "description": "How many at most", "minimum": 1, "maximum": 100},
        },
        "required": ["query"],
        "additionalProperties": False,
    },
    "outputSchema": {
        "type": "object",
        "properties": {"documents": {"type": "array", "items": {"type": "object"}}},
        "required": ["documents"],
    },
    "annotations": {"readOnlyHint": True, "openWorldHint": False},
}


def call(arguments):
    query, limit = arguments.get("query"), arguments.get("limit", 10)
    if unknown := ", ".join(set(arguments) - {"query", "limit"}):
        return {"isError": True, "content": [{"type": "text", "text": f"there is no argument {unknown}"}]}
    if not isinstance(query, str) or not 1 <= len(query) <= 200:
        return {"isError": True, "content": [{"type": "text", "text": "query must be a text of 1 to 200 characters"}]}
    if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= 100:
        return {"isError": True, "content": [{"type": "text", "text": "limit must be a number from 1 to 100"}]}
    if (HERE / "hangs").exists():
        (HERE / "pid").write_text(str(os.getpid()))
        sys.stdin.read()
    found = {"documents": [{"id": 1, "title": "Test Document", "score": 0.95}]}
    return {"content": [{"type": "text", "text": json.dumps(found)}], "structuredContent": found}


def answer(method, params):
    match method:
        case "initialize":
            about = {"name": "documents", "version": "1.0.0"}
            version = params["protocolVersion"] if params["protocolVersion"] <= "2025-11-25" else "2025-11-25"
            return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": about}
        case "ping":
            return {}
        case "tools/list":
            return {"tools": [TOOL]}
        case "tools/call" if params.get("name") == TOOL["name"]:
            return call(params.get("arguments") or {})
        case "tools/call":
            raise LookupError(-32602, "there is no such tool")
    raise LookupError(-32601, "there is no such method")


for line in sys.stdin:
    try:
        message = json.loads(line)
    except ValueError:
        print(json.dumps({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "no JSON"}}), flush=True)
        continue
    if "id" not in message:
        continue
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    try:
        reply["result"] = answer(message.get("method"), message.get("params") or {})
    except LookupError as error:
        reply["error"] = {"code": error.args[0], "message": error.args[1]}
    print(json.dumps(reply), flush=True)
