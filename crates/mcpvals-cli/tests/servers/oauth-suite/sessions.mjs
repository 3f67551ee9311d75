// Sessions of Streamable HTTP. Each is of who has begun it: its id is worth nothing to others.

import { randomUUID } from "node:crypto";

import { send } from "./http.mjs";
import { StreamableHTTPServerTransport } from "./packages.mjs";
import { Tools } from "./tools.mjs";

export class Sessions {
  open = new Map();

  constructor(documents) {
    this.tools = new Tools(documents);
  }

  async serve(req, res, body, caller) {
    const id = req.headers["mcp-session-id"];
    const session = id === undefined ? await this.begin(res, caller) : this.open.get(id);
    // What is another's is as if there was none.
    if (!session || !this.belongs(session, caller, req)) {
      return send(res, 404, { jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } });
    }
    // Each request acts with its own token, not with that of the session's beginning.
    req.auth = { token: caller.token, clientId: caller.client, scopes: caller.scopes, extra: { caller } };
    await session.transport.handleRequest(req, res, body);
  }

  belongs(session, caller) {
    return session.caller.principal === caller.principal;
  }

  async begin(res, caller) {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized: (id) => this.open.set(id, session),
      onsessionclosed: (id) => this.open.delete(id),
    });
    const server = this.tools.server();
    const session = { transport, server, caller };
    await server.connect(transport);
    // Who did not begin with `initialize` has been told so.
    res.on("close", () => transport.sessionId || server.close());
    return session;
  }
}
