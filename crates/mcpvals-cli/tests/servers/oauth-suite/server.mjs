// An authorization server (oidc-provider) and an MCP server of the official SDK behind it, both as good as they can be,
// and each breakable in one way. Prints `{"issuer": ..., "mcp": ..., "otherResource": ...}` when they listen.
//
// The first argument is JSON, and so is each line on stdin, which makes another pair beside those that are there. All of
// it is optional: `flaw` is the name of a rule of `oauth2Suites` that is to be broken, or a list of them; `jwt` makes the
// access tokens JWTs, `signingKey` (PKCS8, RSA) signs them as `k1`; `life` is theirs in seconds; `deviceInterval` is how
// often a device may ask; `publicKey` (ES256) is that of the client `jwt`; `dpop` has tokens bound to a key, with a nonce
// of the authorization server's; `tell` prints everything secret that the authorization server is sent and gives.

import { createServer } from "node:http";
import { createInterface } from "node:readline";

import { flawed } from "./flaws/index.mjs";
import { send } from "./http.mjs";
import { authorizationServer } from "./provider.mjs";
import { ResourceServer } from "./resource.mjs";

const listen = (server) => new Promise((done) => server.listen(0, "127.0.0.1", () => done(server.address().port)));
const failed = (res) => (res.headersSent ? res.destroy() : send(res, 500, { error: "server_error" }));

async function serve(options) {
  const flaws = flawed([options.flaw ?? []].flat());
  let answerAs, answerRs;
  const issuer = `http://localhost:${await listen(createServer((req, res) => answerAs(req, res)))}`;
  const origin = `http://localhost:${await listen(createServer((req, res) => answerRs(req, res)))}`;
  const places = { issuer, mcp: `${origin}/mcp`, otherResource: `${origin}/other` };

  const { callback, isRevoked } = await authorizationServer({ ...options, ...places, flaws });
  const resources = new ResourceServer({ issuer, origin, isRevoked, jwt: options.jwt, dpop: options.dpop });
  flaws.ofResources(resources);
  answerAs = callback;
  answerRs = (req, res) => resources.handle(req, res).catch(() => failed(res));

  console.log(JSON.stringify(places));
}

await serve(JSON.parse(process.argv[2] ?? "{}"));
for await (const line of createInterface({ input: process.stdin })) await serve(JSON.parse(line));
