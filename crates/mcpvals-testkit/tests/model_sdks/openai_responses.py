"""OpenAI's SDK with Responses, as a user has it: <https://github.com/openai/openai-python>."""

import json

import openai

import said

TOOLS = [
    {"type": "function", "name": name, "description": "A tool.", "parameters": said.PARAMETERS, "strict": False}
    for name in ("add", "multiply")
]


def ask(url, stream, retries):
    client = openai.OpenAI(
        base_url=url, api_key="the-key", max_retries=retries, timeout=20, _strict_response_validation=True
    )
    request = {"model": "double", "instructions": said.SYSTEM, "input": said.QUESTION, "tools": TOOLS, "store": False}
    if not stream:
        response = client.responses.create(**request)
        return understood(response, said.unknown(response))
    unknown = []
    with client.responses.stream(**request) as events:
        for event in events:
            unknown += said.unknown(event, event.type)
            if event.type in ("response.completed", "response.incomplete", "response.failed"):
                return understood(event.response, unknown)
            if event.type == "error":
                return {"error": "event", "status": None, "message": event.message}
        return understood(events.get_final_response(), unknown)


def understood(response, unknown):
    usage = response.usage
    parts = [part for item in response.output if item.type == "message" for part in item.content]
    calls = [item for item in response.output if item.type == "function_call"]
    reason = response.incomplete_details and response.incomplete_details.reason
    refused = [part.refusal for part in parts if part.type == "refusal"]
    thoughts = [item for item in response.output if item.type == "reasoning"]
    return {
        "thought": "".join(part.text for thought in thoughts for part in thought.summary),
        "signature": "".join(thought.encrypted_content for thought in thoughts),
        "text": response.output_text or "".join(refused),
        "calls": [[call.name, json.loads(call.arguments)] for call in calls],
        "stop": reason or ("refusal" if refused else response.status),
        "usage": [usage.input_tokens, usage.input_tokens_details.cached_tokens, usage.output_tokens],
        "unknown": unknown,
    }


said.run(ask)
