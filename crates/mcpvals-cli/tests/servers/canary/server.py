"""A server that says nothing but what has been tried against readers of pages; each would set `canary` if it ran."""

import json, sys
BAD = '"><img src=x onerror="globalThis.canary=1"><script>globalThis.canary=1</script>'
TOOLS = [
    {"name": "echo" + BAD, "description": "javascript:globalThis.canary=1 " + BAD,
     "inputSchema": {"type": "object", "properties": {
        "text" + BAD: {"type": "string", "description": BAD, "default": BAD},
        "mode": {"enum": [BAD, "b"]}, "n": {"type": "integer", "minimum": 0}, "flag": {"type": "boolean"},
        "list": {"type": "array", "items": {"type": "string"}}}, "required": ["mode"]},
     "annotations": {"readOnlyHint": True, "title": BAD}},
    {"name": "get_link", "description": "Gets a link. </textarea></pre>" + BAD, "inputSchema": {"type": "object", "properties": {}},
     "annotations": {"readOnlyHint": True}},
]
for line in sys.stdin:
    try: m = json.loads(line)
    except Exception: continue
    if "id" not in m or "method" not in m: continue
    method = m["method"]; p = m.get("params") or {}
    if method == "initialize":
        r = {"protocolVersion": p.get("protocolVersion", "2025-06-18"), "capabilities": {"tools": {}}, "serverInfo": {"name": "evil" + BAD, "version": BAD}, "instructions": BAD}
    elif method == "tools/list": r = {"tools": TOOLS}
    elif method == "tools/call":
        known = [t["name"] for t in TOOLS]
        if p.get("name") not in known:
            print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "error": {"code": -32602, "message": "no tool " + BAD}}), flush=True); continue
        r = {"content": [{"type": "text", "text": BAD + " javascript:globalThis.canary=1 " + json.dumps(p.get("arguments"))}]}
    elif method == "ping": r = {}
    else:
        print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "error": {"code": -32601, "message": "unknown " + BAD}}), flush=True); continue
    print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": r}), flush=True)
