// The example server of these examples that needs a memory: notes that live as long as the process.
//
//   node examples/servers/notes.mjs                 on stdio
//   node examples/servers/notes.mjs --http 8931     on http://127.0.0.1:8931/mcp (0: a free port, said on stderr)
//
// It has no dependencies, speaks 2025-11-25 in the simplest way that is right, and is no model for a server of your own.

import { createServer } from "node:http";
import { createInterface } from "node:readline";

const notes = new Map();
let made = 0;

const text = (value) => ({ type: "string", ...value });
const object = (properties, required) => ({ type: "object", properties, required });
const note = object({ id: text(), title: text(), body: text() }, ["id", "title", "body"]);

const tools = [
  {
    name: "create_note",
    description: "Stores a note and returns it with its id",
    inputSchema: object({ title: text({ minLength: 1 }), body: text() }, ["title"]),
    outputSchema: note,
    run: ({ title, body = "" }) => {
      const created = { id: `note-${(made += 1)}`, title, body };
      notes.set(created.id, created);
      return structured(created);
    },
  },
  {
    name: "get_note",
    description: "Returns a note",
    inputSchema: object({ id: text() }, ["id"]),
    outputSchema: note,
    annotations: { readOnlyHint: true },
    run: ({ id }) => (notes.has(id) ? structured(notes.get(id)) : failed(`no note with id ${id}`)),
  },
  {
    name: "list_notes",
    description: "Lists the titles of all notes, one a line",
    inputSchema: object({}, []),
    annotations: { readOnlyHint: true },
    run: () => said([...notes.values()].map((each) => each.title).join("\n")),
  },
  {
    name: "delete_note",
    description: "Deletes a note",
    inputSchema: object({ id: text() }, ["id"]),
    annotations: { destructiveHint: true },
    run: ({ id }) => (notes.delete(id) ? said(`deleted ${id}`) : failed(`no note with id ${id}`)),
  },
  {
    name: "status",
    description: "Says how the server is",
    inputSchema: object({}, []),
    outputSchema: object({ notes: { type: "integer" }, since: text() }, ["notes", "since"]),
    annotations: { readOnlyHint: true },
    run: () => structured({ notes: notes.size, since: started }),
  },
  {
    name: "whoami",
    description: "Says whose API_TOKEN the server has; a real server would not repeat the token",
    inputSchema: object({}, []),
    annotations: { readOnlyHint: true },
    run: () => {
      const token = process.env.API_TOKEN;
      return token ? said(`token ${token} belongs to ann`) : failed("API_TOKEN is not set");
    },
  },
];

/** Offered only to a client that can ask its user. */
const askName = {
  name: "ask_name",
  description: "Asks the user for a name and greets",
  inputSchema: object({}, []),
  run: async (_, { ask }) => {
    const answer = await ask("elicitation/create", {
      mode: "form",
      message: "What is your name?",
      requestedSchema: object({ name: text({ default: "Ann" }) }, ["name"]),
    });
    return answer.action === "accept" ? said(`Hello, ${answer.content.name}!`) : said("Hello, whoever you are!");
  },
};

/** Offered once `open_archive` was called, where the client can be told. */
const archive = {
  name: "archive_note",
  description: "Takes a note away, but not for ever",
  inputSchema: object({ id: text() }, ["id"]),
  run: ({ id }) => (notes.delete(id) ? said(`archived ${id}`) : failed(`no note with id ${id}`)),
};

const openArchive = {
  name: "open_archive",
  description: "Opens the archive: from now on, notes can be archived",
  inputSchema: object({}, []),
  run: (_, { tell }) => {
    if (!offered.includes(archive)) {
      offered = [...offered, archive];
      tell("notifications/tools/list_changed");
    }
    return said("the archive is open");
  },
};

const started = new Date().toISOString();
const said = (words) => ({ content: [{ type: "text", text: words }] });
const failed = (words) => ({ ...said(words), isError: true });
const structured = (value) => ({ ...said(JSON.stringify(value)), structuredContent: value });

let offered = tools;

/** The answer to a request; nothing to a notification. Over HTTP there is no `client`: nothing is sent unasked. */
async function answer(message, client) {
  const { id, method, params = {} } = message;
  if (id === undefined || method === undefined) return undefined;
  const result = (value) => ({ jsonrpc: "2.0", id, result: value });
  const error = (code, words) => ({ jsonrpc: "2.0", id, error: { code, message: words } });
  switch (method) {
    case "initialize":
      offered = [...tools, ...(client ? [openArchive] : []), ...(client && params.capabilities?.elicitation ? [askName] : [])];
      return result({
        protocolVersion: "2025-11-25",
        capabilities: { tools: client ? { listChanged: true } : {} },
        serverInfo: { name: "notes", version: "1.0.0" },
      });
    case "ping":
      return result({});
    case "tools/list":
      return result({ tools: offered.map(({ run, ...tool }) => tool) });
    case "tools/call": {
      const tool = offered.find((each) => each.name === params.name);
      if (!tool) return error(-32602, `unknown tool: ${params.name}`);
      const missing = tool.inputSchema.required.filter((name) => params.arguments?.[name] === undefined);
      if (missing.length > 0) return error(-32602, `missing argument: ${missing.join(", ")}`);
      return result(await tool.run(params.arguments ?? {}, client));
    }
    default:
      return error(-32601, "method not found");
  }
}

function serveStdio() {
  const waiting = new Map();
  const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const ask = (method, params) =>
    new Promise((resolve) => {
      const id = `ask-${waiting.size + 1}`;
      waiting.set(id, resolve);
      send({ jsonrpc: "2.0", id, method, params });
    });
  const tell = (method) => send({ jsonrpc: "2.0", method });
  createInterface({ input: process.stdin }).on("line", async (line) => {
    const message = JSON.parse(line);
    if (waiting.has(message.id) && message.method === undefined) {
      waiting.get(message.id)(message.result ?? { action: "decline" });
      return;
    }
    const reply = await answer(message, { ask, tell });
    if (reply) send(reply);
  });
}

function serveHttp(port) {
  const server = createServer(async (request, response) => {
    if (request.method !== "POST" || request.url !== "/mcp") {
      response.writeHead(request.url === "/mcp" ? 405 : 404).end();
      return;
    }
    if (process.env.API_TOKEN && request.headers.authorization !== `Bearer ${process.env.API_TOKEN}`) {
      response.writeHead(401, { "WWW-Authenticate": "Bearer" }).end();
      return;
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const reply = await answer(JSON.parse(body));
    if (reply) response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(reply));
    else response.writeHead(202).end();
  });
  server.listen(port, "127.0.0.1", () => {
    process.stderr.write(`listening http://127.0.0.1:${server.address().port}/mcp\n`);
  });
}

const [flag, port] = process.argv.slice(2);
if (flag === "--http") serveHttp(Number(port));
else serveStdio();
