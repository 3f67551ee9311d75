// A server made of the official TypeScript SDK, version 2, for the tests: over stdio, or with `--http PORT` over
// Streamable HTTP. What goes over the wire is the SDK's business. The SDK is in `node_modules` of the folder TS_SDK.
const { createServer } = require('node:http');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const sdk = createRequire(join(process.env.TS_SDK, 'package.json'));
const { McpServer, ResourceTemplate, completable, createMcpHandler, fromJsonSchema, inputRequired, inputResponse } =
  sdk('@modelcontextprotocol/server');
const { serveStdio } = sdk('@modelcontextprotocol/server/stdio');
const { toNodeHandler } = sdk('@modelcontextprotocol/node');

const COUNTER = 'counter://now';
let counter = 0;

const text = (value) => ({ content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] });
const schema = (properties, required = []) => fromJsonSchema({ type: 'object', properties, required });

const questions = {
  ask_sampling: () =>
    inputRequired.createMessage({
      messages: [{ role: 'user', content: { type: 'text', text: 'say hello' } }],
      systemPrompt: 'Be brief.',
      maxTokens: 100,
    }),
  ask_elicitation: () =>
    inputRequired.elicit({
      message: 'your name',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    }),
  ask_roots: () => inputRequired.listRoots(),
};

/** What the client answered, or a refusal in the words that a caller can read. */
function answered(view) {
  if (view.kind === 'sampling') return text(view.result.content.text ?? view.result.content);
  if (view.kind === 'roots') return text(view.roots);
  if (view.action !== 'accept') return { ...text(`the user said ${view.action}`), isError: true };
  const { name } = view.content ?? {};
  return typeof name === 'string' ? text(`hello, ${name}`) : { ...text('name must be a string'), isError: true };
}

/** `changed` tells all who listen that the counter is another. */
function build(era, changed) {
  const capabilities = { resources: { subscribe: true, listChanged: true }, logging: {} };
  const server = new McpServer({ name: 'example-of-ts-sdk', version: '2.4.0' }, { capabilities });
  let subscribed = false;
  for (const [name, question] of Object.entries(questions)) {
    server.registerTool(name, { description: `Asks the client: ${name}.` }, async (ctx) => {
      const view = inputResponse(ctx.mcpReq.inputResponses, 'question');
      return view.kind === 'missing' ? inputRequired({ inputRequests: { question: question() } }) : answered(view);
    });
  }
  server.registerTool('count', { description: 'Adds one to the counter.' }, async () => {
    counter += 1;
    if (era === 'modern' || subscribed) changed(server);
    return text(String(counter));
  });
  server.registerResource('counter', COUNTER, { mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: String(counter) }],
  }));
  const complete = { name: (given) => ['one', 'two', 'three'].filter((name) => name.startsWith(given)) };
  server.registerResource(
    'note',
    new ResourceTemplate('note://{name}', { list: undefined, complete }),
    { mimeType: 'text/plain' },
    async (uri, { name }) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: `note ${name}` }] }),
  );
  // Until 2025-11-25, an SDK's user keeps these books; there is but one resource to subscribe to.
  server.server.setRequestHandler('resources/subscribe', () => ((subscribed = true), {}));
  server.server.setRequestHandler('resources/unsubscribe', () => ((subscribed = false), {}));
  const topic = { type: 'string' };
  server.registerPrompt('ask', { argsSchema: schema({ topic }, ['topic']) }, async (given) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `What about ${given.topic}?` } }],
  }));
  return server;
}

const http = process.argv.indexOf('--http');
if (http > 0) {
  const handler = createMcpHandler(({ era }) => build(era, () => handler.notify.resourceUpdated(COUNTER)));
  createServer(toNodeHandler(handler)).listen(Number(process.argv[http + 1]), '127.0.0.1');
} else {
  serveStdio(({ era }) => build(era, (server) => server.server.sendResourceUpdated({ uri: COUNTER })));
}
