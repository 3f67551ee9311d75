"""OpenAI's SDK with Chat Completions, as a user has it: <https://github.com/openai/openai-python>."""

import json

import openai

import said

TOOLS = [
    {"type": "function", "function": {"name": name, "description": "A tool.", "parameters": said.PARAMETERS}}
    for name in ("add", "multiply")
]


def ask(url, stream, retries):
    client = openai.OpenAI(
        base_url=f"{url}/v1", api_key="the-key", max_retries=retries, timeout=20, _strict_response_validation=True
    )
    messages = [{"role": "system", "content": said.SYSTEM}, {"role": "user", "content": said.QUESTION}]
    request = {"model": "double", "max_tokens": 100, "tools": TOOLS, "messages": messages}
    if not stream:
        completion = client.chat.completions.create(**request)
        return understood(completion, said.unknown(completion))
    unknown = []
    with client.chat.completions.stream(**request, stream_options={"include_usage": True}) as events:
        for event in events:
            if event.type == "chunk":
                unknown += said.unknown(event.chunk, "chunk")
        try:
            return understood(events.get_final_completion(), unknown)
        except openai.LengthFinishReasonError as cut:
            return understood(cut.completion, unknown)


def understood(completion, unknown):
    choice, usage = completion.choices[0], completion.usage
    calls = choice.message.tool_calls or []
    return {
        "thought": "",
        "signature": "",
        "text": choice.message.content or choice.message.refusal or "",
        "calls": [[call.function.name, json.loads(call.function.arguments)] for call in calls],
        "stop": choice.finish_reason,
        "usage": usage and [usage.prompt_tokens, usage.prompt_tokens_details.cached_tokens, usage.completion_tokens],
        "unknown": unknown,
    }


said.run(ask)
