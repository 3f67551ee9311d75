// node main.mjs --model FILE [--port N] [--seed N]: serves a GGUF file. Says `listening URL` on stdout when it is ready, and
// ends where it is told to or where its stdin ends, so that it never outlives whoever started it.

import { basename } from "node:path";
import { parseArgs } from "node:util";
import { load } from "./llama.mjs";
import { serve } from "./server.mjs";

const { values } = parseArgs({
  options: { model: { type: "string" }, port: { type: "string", default: "0" }, seed: { type: "string", default: "1" } },
});
const END_MS_MAX = 5000;

let model;
let server;
let ending = false;

async function end() {
  if (ending) return;
  ending = true;
  // What is under way in the model is not waited for longer than this.
  setTimeout(() => process.exit(0), END_MS_MAX).unref();
  server?.close();
  server?.closeAllConnections();
  await model?.dispose();
  process.exit(0);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
process.stdin.on("end", end).on("error", end).resume();

try {
  model = await load(values.model);
  const name = basename(values.model, ".gguf");
  server = await serve(model, { port: Number(values.port), name, seed: Number(values.seed) });
  console.log(`listening http://127.0.0.1:${server.address().port}/v1`);
} catch (error) {
  console.error(`cannot serve ${values.model}: ${error.message}`);
  process.exit(1);
}
