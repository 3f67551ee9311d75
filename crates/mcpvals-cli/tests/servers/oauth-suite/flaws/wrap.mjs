// With what a good authorization server is broken: its answers are changed, or what it finds in its store.

import { createHash } from "node:crypto";

import { Provider } from "../packages.mjs";

/** Changes what the provider has answered. */
export const after = (change) => (provider, options) =>
  provider.use(async (ctx, next) => {
    await next();
    await change(ctx, provider, options);
  });

/** Changes a request before the provider sees it. */
export const before = (change) => (provider, options) =>
  provider.use(async (ctx, next) => {
    await change(ctx, provider, options);
    await next();
  });

/** Changes the body of an answer of one endpoint, named as the provider does. */
export const onBodyOf = (route, change) =>
  after((ctx) => {
    if (ctx.oidc?.route === route && typeof ctx.body === "object") change(ctx.body, ctx);
  });

/** Changes a token response. */
export const onGrant = (change) =>
  onBodyOf("token", (body, ctx) => {
    if (body.access_token) change(body, ctx);
  });

/** Changes the address with which a client is called. */
export const onCall = (change) =>
  after(async (ctx, provider, options) => {
    const to = ctx.response.get("location");
    if (!to || new URL(to, provider.issuer).origin === provider.issuer) return;
    const address = new URL(to);
    await change(address, ctx, provider, options);
    ctx.set("location", address.href);
  });

/** Changes what the token endpoint finds in the store; nothing is found where `change` gives nothing. */
export const onFound = (model, change) => (provider, options) => {
  const good = provider[model].find;
  provider[model].find = async function (...args) {
    const found = await good.apply(this, args);
    const ctx = Provider.ctx;
    return found && ctx?.oidc?.route === "token" ? change(found, ctx, provider, options) : found;
  };
};

/** Takes the request as if it was of the client to whom what was found belongs. */
export const asItsClient = async (found, ctx, provider) => {
  ctx.oidc.entity("Client", await provider.Client.find(found.clientId));
  return found;
};

/** Changes what is known of a resource. */
export const onResource = (change) => (configuration, options) => {
  const { resourceIndicators } = configuration.features;
  const good = resourceIndicators.getResourceServerInfo;
  resourceIndicators.getResourceServerInfo = (ctx, resource) =>
    change(() => good(ctx, resource), ctx, resource, options);
};

export const both = (...flaws) => (part, options) => flaws.forEach((flaw) => flaw(part, options));

export const s256 = (text) => createHash("sha256").update(text).digest("base64url");

/** All tokens that were given, once `remember` is among the flaws. */
export const issued = new Set();
/** What has been revoked at the endpoint for it. */
export const destroyed = new Set();

export const remember = (provider) => {
  provider.on("grant.success", ({ body }) => [body.access_token, body.refresh_token].forEach((it) => issued.add(it)));
  for (const model of ["access_token", "client_credentials", "refresh_token"]) {
    provider.on(`${model}.destroyed`, ({ jti }) => destroyed.add(jti));
  }
};

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
