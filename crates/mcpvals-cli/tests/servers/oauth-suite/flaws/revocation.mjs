// How a token ends, and who may know of it.

import { RESOURCE_SERVER } from "../clients.mjs";
import { after, before, both, destroyed, issued, onBodyOf, remember } from "./wrap.mjs";

/** Changes what others hear than the resource server, which would fall for it. */
const onIntrospection = (change) =>
  both(
    remember,
    onBodyOf("introspection", (body, ctx) => {
      if (ctx.oidc.client?.clientId !== RESOURCE_SERVER.id && "active" in body) change(body, ctx);
    }),
  );

/** Changes what is said of a revocation that is done; was there such a token? */
const onRevoked = (change) =>
  after((ctx) => {
    const { route, entities } = ctx.oidc ?? {};
    const isFound = ["AccessToken", "RefreshToken", "ClientCredentials"].some((it) => entities?.[it]);
    if (route === "revocation" && ctx.status === 200) change(ctx, isFound);
  });

const policy = (allowedPolicy) => (configuration) => (configuration.features.revocation.allowedPolicy = allowedPolicy);

const asResourceServer = (isChanged) =>
  before((ctx) => {
    if (ctx.path !== "/token/introspection" || !isChanged(ctx.headers.authorization)) return;
    const credentials = Buffer.from(`${RESOURCE_SERVER.id}:${RESOURCE_SERVER.secret}`).toString("base64");
    ctx.headers.authorization = `Basic ${credentials}`;
  });

export const configuration = {
  "revocation-of-client": policy(async () => true),
  "revocation-of-refresh": policy(
    async (_ctx, client, token) => token.clientId === client.clientId && token.kind !== "RefreshToken",
  ),
};

export const provider = {
  "revocation-effective": remember,
  "revocation-works": onRevoked((ctx, isFound) => {
    if (isFound) ctx.status = 501;
  }),
  "revocation-unknown": onRevoked((ctx, isFound) => {
    if (isFound) return;
    ctx.status = 400;
    ctx.body = { error: "invalid_request", error_description: "no such token" };
  }),

  "introspection-active": onIntrospection((body, ctx) => {
    if (body.active) ctx.body = { active: false };
  }),
  "introspection-agrees": onIntrospection((body) => {
    if (body.active) Object.assign(body, { scope: "profile", client_id: "another" });
  }),
  "introspection-unknown": onIntrospection((body, ctx) => {
    if (!issued.has(ctx.oidc.params.token)) body.active = true;
  }),
  "introspection-revoked": onIntrospection((body, ctx) => {
    if (issued.has(ctx.oidc.params.token)) body.active = true;
  }),
  "introspection-protected": asResourceServer((authorization) => !authorization),
  "introspection-protected/wrong": asResourceServer((authorization) => authorization),
};

export const resources = {
  // Who is in stays in.
  "revocation-effective/inside": (server) => {
    const good = server.caller.bind(server);
    const inside = new Map();
    server.caller = async (req, resource) => {
      const caller = await good(req, resource);
      const id = req.headers["mcp-session-id"];
      if (id && !caller.status) inside.set(id, caller);
      return caller.status ? (inside.get(id) ?? caller) : caller;
    };
  },
  // What has been found good once is good for ever, as far as revocation goes.
  "revocation-effective": ({ verifier }) => {
    const good = verifier.authentic.bind(verifier);
    const kept = new Map();
    verifier.authentic = async (token) => {
      const claims = await good(token);
      if (claims) kept.set(token, claims);
      return claims ?? (destroyed.has(token) ? kept.get(token) : undefined);
    };
  },
};
