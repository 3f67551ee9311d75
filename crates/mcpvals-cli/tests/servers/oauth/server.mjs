// A real authorization server (oidc-provider) and, before an MCP server of the official SDK, a resource server that
// checks its tokens. Prints `{"issuer": …, "mcp": …}` when both listen. The first argument is JSON with what is to be
// otherwise than it should be; `null` members are left out of metadata.

import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";
import { join } from "node:path";

// The packages are installed beside the tests' other tools, not beside this file.
const require = createRequire(join(process.env.OAUTH_PACKAGES, "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { Provider } = await load("oidc-provider");
const { createRemoteJWKSet, jwtVerify, importSPKI, exportJWK } = await load("jose");
const { McpServer } = await load("@modelcontextprotocol/sdk/server/mcp.js");
const { SSEServerTransport } = await load("@modelcontextprotocol/sdk/server/sse.js");
const { StreamableHTTPServerTransport } = await load("@modelcontextprotocol/sdk/server/streamableHttp.js");

const flaws = JSON.parse(process.argv[2] ?? "{}");
const listen = (server) => new Promise((done) => server.listen(0, "127.0.0.1", () => done(server.address().port)));

const asServer = createServer((req, res) => as(req, res));
const rsServer = createServer((req, res) => rs(req, res));
const issuer = `http://localhost:${await listen(asServer)}`;
const origin = `http://localhost:${await listen(rsServer)}`;
const resource = `${origin}/mcp`;

const client = (client_id, more) => ({
  client_id,
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  redirect_uris: ["http://localhost:3000/callback"],
  application_type: "native",
  token_endpoint_auth_method: "none",
  ...more,
});
const machine = { grant_types: ["client_credentials"], response_types: [], redirect_uris: [] };
const clients = [
  client("public"),
  client("device", {
    grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
    response_types: [],
    redirect_uris: [],
  }),
  client("basic", { ...machine, client_secret: "secret-of-basic", token_endpoint_auth_method: "client_secret_basic" }),
  client("post", { ...machine, client_secret: "secret-of-post", token_endpoint_auth_method: "client_secret_post" }),
];
if (flaws.publicKey) {
  const jwk = await exportJWK(await importSPKI(flaws.publicKey, "ES256", { extractable: true }));
  const method = "private_key_jwt";
  clients.push(client("jwt", { ...machine, token_endpoint_auth_method: method, jwks: { keys: [{ ...jwk, alg: "ES256" }] } }));
}
const scopes = ["tools:read", "tools:call"];
const provider = new Provider(issuer, {
  clients,
  scopes: ["openid", "offline_access", ...scopes],
  cookies: { keys: ["a key of these tests"] },
  pkce: { required: () => flaws.pkce !== "optional" },
  clientDefaults: { token_endpoint_auth_method: "none" },
  issueRefreshToken: async (ctx, client) => client.grantTypeAllowed("refresh_token"),
  rotateRefreshToken: () => flaws.rotation !== false,
  ttl: { AccessToken: flaws.life ?? 3600, ClientCredentials: flaws.life ?? 3600, DeviceCode: 60, RefreshToken: 3600 },
  findAccount: async (ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  features: {
    devInteractions: { enabled: true },
    clientCredentials: { enabled: true },
    deviceFlow: { enabled: true },
    introspection: { enabled: true },
    revocation: { enabled: true },
    registration: { enabled: true },
    dPoP: { enabled: true, requireNonce: () => false, nonceSecret: Buffer.alloc(32, 7) },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (ctx, indicator) => ({
        scope: scopes.join(" "),
        audience: flaws.audience ?? indicator,
        accessTokenFormat: "jwt",
        accessTokenTTL: flaws.life ?? 3600,
        jwt: { sign: { alg: "RS256" } },
      }),
    },
  },
});
// What nobody but the two of them may know: the tests look for it in everything that mcpvals writes.
provider.on("grant.success", (ctx) => {
  const names = ["code", "code_verifier", "device_code", "refresh_token", "client_secret", "client_assertion"];
  const sent = names.map((name) => ctx.oidc.params[name]);
  const secrets = [...sent, ctx.body.access_token, ctx.body.refresh_token].filter(Boolean);
  console.log(JSON.stringify({ grant: ctx.oidc.params.grant_type, secrets }));
});
const as = provider.callback();

const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
const metadata = "/.well-known/oauth-protected-resource";
const streams = new Map();

async function rs(req, res) {
  const path = req.url.split("?")[0];
  if (path.startsWith(metadata)) {
    const about = `${origin}${path.slice(metadata.length)}`;
    const document = { resource: about, authorization_servers: [...(flaws.before ?? []), issuer], scopes_supported: scopes, ...flaws.metadata };
    return send(res, 200, document);
  }
  if (!["/mcp", "/sse", "/messages"].includes(path)) return send(res, 404, {});
  const place = path === "/messages" ? "/sse" : path;
  const problem = await refused(req, `${origin}${place}`);
  if (problem) {
    const { status, error, scope } = problem;
    const parts = [`resource_metadata="${origin}${metadata}${place}"`, error && `error="${error}"`, scope && `scope="${scope}"`];
    res.setHeader("www-authenticate", `Bearer ${parts.filter(Boolean).join(", ")}`);
    return send(res, status, { error });
  }
  if (path === "/messages") {
    return streams.get(new URL(req.url, origin).searchParams.get("sessionId")).handlePostMessage(req, res);
  }
  const server = tools(req.headers.authorization);
  if (path === "/sse") {
    const stream = new SSEServerTransport("/messages", res);
    streams.set(stream.sessionId, stream);
    return server.connect(stream);
  }
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  res.on("close", () => server.close());
  await server.connect(transport);
  await transport.handleRequest(req, res);
}

async function refused(req, about) {
  const [scheme, token] = (req.headers.authorization ?? "").split(" ");
  if (!token) return { status: 401, scope: flaws.scope };
  try {
    const checks = flaws.anyAudience ? {} : { audience: about };
    const { payload } = await jwtVerify(token, keys, { issuer, ...checks });
    if (payload.cnf?.jkt ? scheme !== "DPoP" : scheme !== "Bearer") return { status: 401, error: "invalid_token" };
    const needed = flaws.needs;
    if (needed && !(payload.scope ?? "").split(" ").includes(needed)) {
      return { status: 403, error: "insufficient_scope", scope: needed };
    }
  } catch {
    return { status: 401, error: "invalid_token" };
  }
}

function tools(authorization) {
  const server = new McpServer({ name: "behind-oauth", version: "1.0.0" });
  const says = (text) => ({ content: [{ type: "text", text }] });
  server.registerTool("hello", { description: "Says hello" }, async () => says("hello"));
  server.registerTool("echo_token", { description: "Says what it must not" }, async () => says(authorization));
  server.registerTool("nap", { description: "Takes a while" }, async () => {
    await new Promise((done) => setTimeout(done, 2500));
    return says("rested");
  });
  return server;
}

function send(res, status, body) {
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

console.log(JSON.stringify({ issuer, mcp: resource }));
