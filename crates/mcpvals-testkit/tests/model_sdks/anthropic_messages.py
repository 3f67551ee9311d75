"""Anthropic's SDK, as a user has it: <https://github.com/anthropics/anthropic-sdk-python>."""

import anthropic

import said

TOOLS = [
    {"name": name, "description": "A tool.", "input_schema": said.PARAMETERS} for name in ("add", "multiply")
]


def ask(url, stream, retries):
    client = anthropic.Anthropic(
        base_url=url, api_key="the-key", max_retries=retries, timeout=20, _strict_response_validation=True
    )
    request = {
        "model": "double",
        "max_tokens": 100,
        "system": said.SYSTEM,
        "tools": TOOLS,
        "messages": [{"role": "user", "content": said.QUESTION}],
    }
    if not stream:
        message = client.messages.create(**request)
        return understood(message, said.unknown(message))
    unknown = []
    with client.messages.stream(**request) as events:
        for event in events:
            unknown += said.unknown(event, event.type)
        return understood(events.get_final_message(), unknown)


def understood(message, unknown):
    usage = message.usage
    cached = usage.cache_read_input_tokens
    return {
        "thought": "".join(block.thinking for block in message.content if block.type == "thinking"),
        "signature": "".join(block.signature for block in message.content if block.type == "thinking"),
        "text": "".join(block.text for block in message.content if block.type == "text"),
        "calls": [[block.name, block.input] for block in message.content if block.type == "tool_use"],
        "stop": message.stop_reason,
        "usage": [usage.input_tokens + cached, cached, usage.output_tokens],
        "unknown": unknown,
    }


said.run(ask)
