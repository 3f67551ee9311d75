// A model on this machine that uses tools. Small ones ignore their own template for tools and choose badly when nothing
// holds them. So this one sees one worked example, says in a few words what it is about to do, and is held to a grammar of all
// calls that there are.

import { availableParallelism } from "node:os";
import { getLlama, LlamaCompletion } from "node-llama-cpp";
import { grammarOf, grammarOfReply } from "./grammar.mjs";

const CONTEXT_TOKENS = 8192;
// As the makers of Qwen2.5 recommend.
const SAMPLING = { topK: 20, topP: 0.8, repeatPenalty: false };

const EXAMPLE = [
  { role: "user", content: "How much warmer is it in Rome than in Oslo?" },
  calls("First, the temperature in Rome.", "thermometer", { place: "Rome" }),
  { role: "tool", content: "19" },
  calls("Then, the temperature in Oslo.", "thermometer", { place: "Oslo" }),
  { role: "tool", content: "12" },
  calls("Now, the difference of 19 and 12.", "difference", { from: 19, take: 12 }),
  { role: "tool", content: "7" },
  { role: "assistant", content: "It is 7 degrees warmer in Rome." },
];

function calls(thought, name, args) {
  return { role: "assistant", content: thought, call: { name, arguments: args } };
}

/** Loads a GGUF file. What `reply` takes and gives is said in server.mjs. */
export async function load(file) {
  // Only what was installed: nothing is downloaded, and nothing is built.
  const llama = await getLlama({ gpu: false, build: "never", progressLogs: false, logLevel: "error" });
  const model = await llama.loadModel({ modelPath: file });
  // Threads wait for each other by spinning: where another program takes the last core, all of them stand still.
  const threads = Math.max(1, availableParallelism() - 1);
  const context = await model.createContext({ contextSize: CONTEXT_TOKENS, threads });
  const sequence = context.getSequence();
  const completion = new LlamaCompletion({ contextSequence: sequence });

  async function reply({ messages, tools, schema, temperature, seed, maxTokens, signal }) {
    const input = tokens(model, prompt(messages, tools));
    if (input.length + maxTokens > CONTEXT_TOKENS) maxTokens = CONTEXT_TOKENS - input.length;
    if (maxTokens < 1) throw new RangeError(`the conversation has ${input.length} tokens, more than ${CONTEXT_TOKENS}`);
    const text = tools.length > 0 ? grammarOfReply(tools) : schema && grammarOf(schema);
    const grammar = text && (await llama.createGrammar({ grammar: text }));
    const before = sequence.tokenMeter.getState();
    const options = { ...SAMPLING, grammar, temperature, seed, maxTokens, signal };
    const { response, metadata } = await completion.generateCompletionWithMeta(input, options);
    const used = sequence.tokenMeter.diff(before);
    const cut = metadata.stopReason === "maxTokens";
    return {
      ...(tools.length > 0 && !cut ? spoken(JSON.parse(response)) : { text: response }),
      cut,
      usage: { input: input.length, cached: input.length - used.usedInputTokens, output: used.usedOutputTokens },
    };
  }

  return { reply, dispose: () => llama.dispose() };
}

function spoken({ thought, answer, ...call }) {
  return answer === undefined ? { text: thought, call } : { text: answer };
}

/** The turns of the conversation, each a role and a text. */
function prompt(messages, tools) {
  if (tools.length === 0) return messages.map(({ role, content }) => [role, content]);
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const rest = messages.filter(({ role }) => role !== "system");
  return [["system", [...system, manual(tools)].join("\n\n")], ...[...EXAMPLE, ...rest].map(turn)];
}

// The list of tools is written as in the template of Qwen2.5.
function manual(tools) {
  const list = tools.map((tool) => JSON.stringify({ type: "function", function: tool }));
  return `# Tools

<tools>
${list.join("\n")}
</tools>

Say one line of JSON at a time: {"thought":"…","name":"…","arguments":{…}} calls a tool, and you are told its result; \
{"thought":"…","answer":"…"} ends the conversation when all is done. What you were told is known: never make the same call twice.`;
}

function turn({ role, content, call }) {
  if (role === "tool") return ["user", `<tool_response>\n${content}\n</tool_response>`];
  if (role !== "assistant") return [role, content];
  return [role, JSON.stringify(call ? { thought: content, ...call } : { thought: "All is done.", answer: content })];
}

// Marks of ChatML count only where they are ours: in what a user or a server said, they are plain text.
function tokens(model, turns) {
  const mark = (text) => model.tokenize(text, true);
  const one = ([role, text]) => [...mark("<|im_start|>"), ...model.tokenize(`${role}\n${text}`), ...mark("<|im_end|>\n")];
  return [...turns.flatMap(one), ...mark("<|im_start|>"), ...model.tokenize("assistant\n")];
}
