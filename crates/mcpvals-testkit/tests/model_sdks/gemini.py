"""Google's SDK, as a user has it: <https://github.com/googleapis/python-genai>."""

import base64

import httpx2
from google import genai
from google.genai import types

import said

TOOLS = types.Tool(
    function_declarations=[
        types.FunctionDeclaration(name=name, description="A tool.", parameters_json_schema=said.PARAMETERS)
        for name in ("add", "multiply")
    ]
)


class Kept(httpx2.SyncByteStream):
    """A body of which a copy is kept: the SDK shows only what it knows."""

    def __init__(self, body, bytes):
        self.body, self.bytes = body, bytes

    def __iter__(self):
        for chunk in self.body:
            self.bytes += chunk
            yield chunk

    def close(self):
        self.body.close()


def ask(url, stream, retries):
    came = bytearray()

    def keep(response):
        came.clear()
        response.stream = Kept(response.stream, came)

    again = types.HttpRetryOptions(attempts=retries + 1, initial_delay=0.05, jitter=0)
    http = httpx2.Client(event_hooks={"response": [keep]})
    options = types.HttpOptions(base_url=url, timeout=20_000, retry_options=again, httpx_client=http)
    client = genai.Client(api_key="the-key", http_options=options)
    config = types.GenerateContentConfig(system_instruction=said.SYSTEM, tools=[TOOLS])
    request = {"model": "double", "contents": said.QUESTION, "config": config}
    if not stream:
        return understood([client.models.generate_content(**request)], [came])
    chunks = list(client.models.generate_content_stream(**request))
    lines = [line.removeprefix(b"data: ") for line in came.split(b"\r\n") if line]
    return understood(chunks, lines)


def understood(chunks, bodies):
    parts = [part for chunk in chunks for part in chunk.candidates[0].content.parts]
    last = chunks[-1]
    usage, reason = last.usage_metadata, last.candidates[0].finish_reason
    return {
        "thought": "".join(part.text for part in parts if part.thought),
        "signature": "".join(base64.b64encode(part.thought_signature or b"").decode() for part in parts),
        "text": "".join(part.text for part in parts if part.text and not part.thought),
        "calls": [[part.function_call.name, part.function_call.args] for part in parts if part.function_call],
        "stop": reason and reason.value,
        "usage": [usage.prompt_token_count, usage.cached_content_token_count, usage.candidates_token_count],
        "unknown": [fault for body in bodies for fault in unknown(body)],
    }


def unknown(body):
    """What the SDK's types, which take nothing else, say of a body."""
    try:
        types.GenerateContentResponse.model_validate_json(bytes(body))
        return []
    except ValueError as error:
        return [str(error)]


said.run(ask)
