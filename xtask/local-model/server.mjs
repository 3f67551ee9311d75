// Chat Completions over HTTP, with tools: as much of OpenAI's format as its clients need. Knows no model but as
// `reply({messages, tools, schema, temperature, seed, maxTokens, signal})`, which gives `{text, call, cut, usage}`.

import { createServer } from "node:http";

const BODY_BYTES_MAX = 16 << 20;
const MAX_TOKENS = 1024;

/** What is wrong with a request, for the one who made it. */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Listens on this machine only; port 0 is any that is free. A request that names no seed gets the next, from `seed` on. */
export function serve(model, { port = 0, name = "local", seed = 1 } = {}) {
  let next = seed;
  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const send = (status, body) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    try {
      const answers = route(request, name);
      if (typeof answers !== "function") return send(200, answers);
      const asked = read(await body(request));
      const wanted = { ...asked, seed: asked.seed ?? next++, signal: gone.signal };
      send(200, answers(await model.reply(wanted)));
    } catch (error) {
      if (gone.signal.aborted) return;
      const status = error.status ?? (error instanceof RangeError ? 400 : 500);
      if (status === 500) console.error(error);
      send(status, { error: { message: error.message, type: status === 500 ? "server_error" : "invalid_request_error" } });
    }
  });
  // A model may take minutes, and nobody is kept waiting by a slow client.
  server.requestTimeout = 0;
  return new Promise((done, failed) => server.once("error", failed).listen(port, "127.0.0.1", () => done(server)));
}

function route(request, name) {
  const path = request.url.split("?")[0];
  if (request.method === "GET" && path === "/v1/models") return { object: "list", data: [{ id: name, object: "model" }] };
  if (request.method === "POST" && path === "/v1/chat/completions") return (reply) => completion(reply, name);
  throw new Refusal(404, `no ${request.method} ${path} here`);
}

async function body(request) {
  const pieces = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > BODY_BYTES_MAX) throw new Refusal(413, `more than ${BODY_BYTES_MAX} bytes`);
    pieces.push(piece);
  }
  return parsed(Buffer.concat(pieces).toString(), "the body");
}

function parsed(text, name) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(400, `${name} is no JSON: ${error.message}`);
  }
}

function read(body) {
  if (!Array.isArray(body?.messages) || body.messages.length === 0) throw new Refusal(400, "`messages` is missing");
  if (body.stream) throw new Refusal(400, "`stream` is not supported");
  const tools = body.tool_choice === "none" ? [] : (body.tools ?? []);
  return {
    messages: body.messages.map(message),
    tools: tools.map((tool) => tool.function),
    schema: body.response_format?.json_schema?.schema,
    temperature: body.temperature ?? 0,
    seed: body.seed,
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? MAX_TOKENS,
  };
}

/** A message with text as its content, or with the call that it made: this server makes one at a time. */
function message({ role, content, tool_calls: calls }) {
  const parts = Array.isArray(content) ? content : [{ type: "text", text: content ?? "" }];
  const text = parts.filter(({ type }) => type === "text").map(({ text }) => text).join("\n");
  const called = calls?.[0]?.function;
  return { role, content: text, call: called && { name: called.name, arguments: parsed(called.arguments, "`arguments`") } };
}

let count = 0;

function completion({ text, call, cut, usage }, model) {
  count += 1;
  const made = call && { name: call.name, arguments: JSON.stringify(call.arguments) };
  const calls = made && { tool_calls: [{ id: `call_${count}`, type: "function", function: made }] };
  return {
    id: `chatcmpl-${count}`,
    object: "chat.completion",
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [
      { index: 0, message: { role: "assistant", content: text, ...calls }, finish_reason: cut ? "length" : call ? "tool_calls" : "stop" },
    ],
    usage: {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
      prompt_tokens_details: { cached_tokens: usage.cached },
    },
  };
}
