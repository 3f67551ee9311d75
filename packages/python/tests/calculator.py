"""A calculator that speaks MCP on stdio, as plain as such servers are: what seed 001 evaluates, and what tests break.

`calculator.py [MODE [LOG]]`: `noise` says something on stdout that is no message, `greets` at once, `hang` never
answers a call, `meet` answers two calls together, the later one first, `die` says why on stderr and ends. Into LOG goes
the process id, and a line for each call.
"""

import json
import os
import sys
import time

NUMBERS = {
    "type": "object",
    "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
    "required": ["a", "b"],
}
TOOLS = {
    "add": ("Adds two numbers", lambda a, b: a + b),
    "subtract": ("Subtracts b from a", lambda a, b: a - b),
    "multiply": ("Multiplies two numbers", lambda a, b: a * b),
    "divide": ("Divides a by b", lambda a, b: a / b),
}
UNKNOWN = {"code": -32601, "message": "Method not found"}


def call(params):
    a, b = params["arguments"]["a"], params["arguments"]["b"]
    try:
        value = TOOLS[params["name"]][1](a, b)
    except ZeroDivisionError:
        return {"content": [{"type": "text", "text": "Division by zero is not allowed"}], "isError": True}
    return {"content": [{"type": "text", "text": f"{value:g}"}]}


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "simple-mcp-server", "version": "1.0.0"},
        }
    if method == "tools/list":
        listed = [{"name": name, "description": said, "inputSchema": NUMBERS} for name, (said, _) in TOOLS.items()]
        return {"tools": listed}
    return call(params) if method == "tools/call" else None


def main(mode="good", log=os.devnull):
    with open(log, "a") as told:
        print(os.getpid(), file=told, flush=True)
        if mode == "die":
            sys.exit("no licence")
        if mode == "greets":
            print("good morning", flush=True)
        held = []
        for line in sys.stdin:
            message = json.loads(line)
            if "id" not in message:
                continue
            if message["method"] == "tools/call":
                print(message["params"]["name"], file=told, flush=True)
                if mode == "noise":
                    print("calculating", flush=True)
                if mode == "hang":
                    time.sleep(600)
            result = answer(message["method"], message.get("params"))
            said = {"error": UNKNOWN} if result is None else {"result": result}
            held.insert(0, json.dumps({"jsonrpc": "2.0", "id": message["id"], **said}))
            if mode == "meet" and message["method"] == "tools/call" and len(held) < 2:
                continue
            print("\n".join(held), flush=True)
            held.clear()


if __name__ == "__main__":
    main(*sys.argv[1:])
