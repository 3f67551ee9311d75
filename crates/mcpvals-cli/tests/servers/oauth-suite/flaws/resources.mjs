// What the resource server says of itself, and how it refuses.

import { send, text } from "../http.mjs";
import { tenantOf } from "../tenants.mjs";

/** Changes one function of the server; the change gets the good one, and its arguments. */
const change = (name, changed) => (server) => {
  const good = server[name].bind(server);
  server[name] = (...args) => changed.call(server, good, ...args);
};

const onMetadata = (changed) => change("metadata", (good, resource) => ({ ...good(resource), ...changed }));
const onChallenge = (changed) => change("challenge", (good, parameters, status) => changed(good, parameters, status));

const nobody = { client: "nobody", principal: '["nobody","nobody"]', scopes: [] };

export const resources = {
  unauthorized: (server) => (server.nobody = () => nobody),
  // Only who begins a session is asked.
  "unauthorized/inside": change("handle", async function (good, req, res) {
    if (req.method !== "POST" || req.headers.authorization) return good(req, res);
    const { id, method } = JSON.parse(await text(req));
    if (method === "tools/list") return send(res, 200, { jsonrpc: "2.0", id, result: { tools: [] } });
    return this.refuse(res, `${this.origin}/mcp`, this.nobody(req));
  }),
  challenge: onChallenge((good, parameters) => (parameters.error ? good(parameters) : undefined)),
  "challenge-scope": onChallenge((good, parameters) =>
    good(parameters.error ? parameters : { ...parameters, scope: undefined }),
  ),
  "resource-metadata": (server) => {
    server.metadataOf = () => undefined;
    server.describe = (_req, res) => res.writeHead(404).end();
  },
  "resource-metadata-type": change("describe", (good, req, res, place) => {
    const writeHead = res.writeHead.bind(res);
    res.writeHead = (status) => writeHead(status, { "content-type": "text/html" });
    return good(req, res, place);
  }),
  "resource-identifier": onMetadata({ resource: "https://another.example/mcp" }),
  "resource-exact": change("metadata", (good, resource) => ({ ...good(resource), resource: `${resource}/` })),
  "authorization-servers": onMetadata({ authorization_servers: [] }),
  "offline-access": (server) => {
    onMetadata({ scopes_supported: ["tools:read", "tools:call", "offline_access"] })(server);
    onChallenge((good, parameters) =>
      good(parameters.error ? parameters : { ...parameters, scope: `${parameters.scope} offline_access` }),
    )(server);
  },
  "header-malformed": change("caller", async (good, req, resource) => {
    const caller = await good(req, resource);
    return caller.error === "invalid_request" ? { status: 500, error: "server_error" } : caller;
  }),
  "invalid-token-error": onChallenge((good, parameters) =>
    good(parameters.error === "invalid_token" ? { ...parameters, error: undefined } : parameters),
  ),
  "token-in-query": change("presented", function (good, req) {
    const token = new URL(req.url, this.origin).searchParams.get("access_token");
    return token && !req.headers.authorization ? { scheme: "bearer", token } : good(req);
  }),
  "every-request": change("nobody", function (good, req) {
    return this.sessions.open.get(req.headers["mcp-session-id"])?.caller ?? good(req);
  }),
  "scope-enforced": (server) => (server.needed = () => undefined),
  "scope-challenge": onChallenge((good, parameters, status) =>
    good(status === 403 ? { ...parameters, error: "forbidden", scope: undefined } : parameters),
  ),
  // The token does not say it: it is known from elsewhere.
  "tenant-claim": change("known", (good, token, claims) => {
    return { ...good(token, claims), tenant: tenantOf(claims.sub ?? claims.client_id) };
  }),
};
