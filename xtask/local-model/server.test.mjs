// node --test: what clients of Chat Completions rely on, with a model that says what it is told to. Needs no weights.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { grammarOf, grammarOfReply } from "./grammar.mjs";
import { serve } from "./server.mjs";

const usage = { input: 10, cached: 4, output: 3 };
const asked = [];
const replies = [];
const model = {
  async reply(wanted) {
    asked.push(wanted);
    const reply = replies.shift();
    if (reply instanceof Error) throw reply;
    if (reply === "never") return new Promise((_, failed) => wanted.signal.addEventListener("abort", () => failed(wanted.signal.reason)));
    return { usage, cut: false, ...reply };
  },
};
const server = await serve(model, { name: "stub", seed: 7 });
const url = `http://127.0.0.1:${server.address().port}/v1`;
after(() => server.close());

const add = { name: "add", description: "Adds", parameters: { type: "object", properties: { a: { type: "number" } }, required: ["a"] } };
const user = { role: "user", content: "1 + 2?" };

async function post(body, options) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(`${url}/chat/completions`, { method: "POST", body: text, ...options });
  return { status: response.status, body: await response.json() };
}

test("a call and its result go there and back", async () => {
  replies.push({ text: "First, 1.", call: { name: "add", arguments: { a: 1 } } }, { text: "3" });
  const tools = [{ type: "function", function: add }];
  const first = await post({ messages: [user], tools, temperature: 0.5, max_tokens: 9 });
  const { message, finish_reason } = first.body.choices[0];
  assert.equal(finish_reason, "tool_calls");
  assert.deepEqual(message.tool_calls[0].function, { name: "add", arguments: '{"a":1}' });
  assert.deepEqual(first.body.usage, {
    prompt_tokens: 10,
    completion_tokens: 3,
    total_tokens: 13,
    prompt_tokens_details: { cached_tokens: 4 },
  });
  const result = { role: "tool", tool_call_id: message.tool_calls[0].id, content: [{ type: "text", text: "3" }] };
  const second = await post({ messages: [user, message, result], tools });
  assert.deepEqual(second.body.choices[0], { index: 0, message: { role: "assistant", content: "3" }, finish_reason: "stop" });
  const [one, two] = asked;
  assert.deepEqual([one.tools, one.temperature, one.maxTokens, one.seed], [[add], 0.5, 9, 7]);
  assert.deepEqual([two.temperature, two.seed], [0, 8], "the temperature is 0 and the seed the next where none is named");
  assert.deepEqual(two.messages[1].call, { name: "add", arguments: { a: 1 } });
  assert.deepEqual(two.messages[2], { role: "tool", content: "3", call: undefined });
});

test("an answer that is cut off says so", async () => {
  replies.push({ text: '{"thought":"On and', cut: true });
  assert.equal((await post({ messages: [user] })).body.choices[0].finish_reason, "length");
});

test("who asks wrongly is told so", async () => {
  const status = async (body) => (await post(body)).status;
  assert.equal(await status("{"), 400);
  assert.equal(await status({ messages: [] }), 400);
  const call = { role: "assistant", tool_calls: [{ function: { name: "add", arguments: "{" } }] };
  assert.equal(await status({ messages: [user, call] }), 400);
  assert.equal(await status({ messages: [user], stream: true }), 400);
  replies.push(new RangeError("too long"), new Error("no memory"));
  assert.deepEqual((await post({ messages: [user] })).body, { error: { message: "too long", type: "invalid_request_error" } });
  assert.equal(await status({ messages: [user] }), 500);
  assert.equal((await fetch(`${url}/embeddings`)).status, 404);
  assert.equal((await (await fetch(`${url}/models`)).json()).data[0].id, "stub");
});

test("the model stops where nobody waits any more", async () => {
  replies.push("never");
  const count = asked.length;
  const patience = new AbortController();
  const waiting = post({ messages: [user] }, { signal: patience.signal });
  while (asked.length === count) await new Promise((done) => setImmediate(done));
  patience.abort();
  await assert.rejects(waiting);
  const { signal } = asked.at(-1);
  if (!signal.aborted) await new Promise((done) => signal.addEventListener("abort", done));
});

test("a grammar has the schema's members, those that may be left out last", () => {
  const schema = { type: "object", properties: { head: { type: "integer" }, path: { type: "string" } }, required: ["path"] };
  const root = (grammar) => grammar.split("\n")[0];
  assert.equal(root(grammarOf(schema)), String.raw`root ::= "{" "\"path\"" ":" string ("," "\"head\"" ":" integer)? "}"`);
  assert.equal(root(grammarOf({ type: "array", items: { enum: ["a", 1] }, minItems: 1 })), String.raw`root ::= "[" (("\"a\"" | "1") ("," ("\"a\"" | "1"))*) "]"`);
  assert.equal(root(grammarOf({ anyOf: [{ type: ["string", "null"] }, { $ref: "#/x" }] })), "root ::= ((string | null) | any)");
  assert.match(root(grammarOfReply([add])), /"\\"add\\""[^|]*"\\"a\\"" ":" number "}" "}" \| .*"\\"answer\\"" ":" string/);
});
