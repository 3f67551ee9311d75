// What the token endpoint answers, and what a refresh token is good for.

import { Provider } from "../packages.mjs";
import { given } from "./given.mjs";
import { after, before, both, onBodyOf, onFound, onGrant, onResource, pause, s256 } from "./wrap.mjs";

const MONTH = 30 * 86_400;
const ALL_SCOPES = "tools:read tools:call tools:admin";

const password = (provider, options) => {
  const { prototype } = provider.Client;
  const good = prototype.grantTypeAllowed;
  prototype.grantTypeAllowed = function (type) {
    return type === "password" || good.call(this, type);
  };
  const grant = async (ctx) => {
    const { username: accountId, scope, resource } = ctx.oidc.params;
    const { client } = ctx.oidc;
    const grantId = await new provider.Grant({ accountId, clientId: client.clientId }).save();
    const source = { accountId, client, grantId, gty: "password", scope, resource };
    const token = await given(provider, options, source);
    ctx.body = { access_token: token, token_type: "Bearer", expires_in: 3600, scope };
  };
  provider.registerGrantType("password", grant, ["username", "password", "scope", "resource"]);
};

/** The request is taken as if it was of the refresh token's client, before the grant looks who it is. */
const refreshOfAnybody = ({ Client, RefreshToken }) => {
  const { find } = Client;
  const { grantTypeAllowed } = Client.prototype;
  Client.find = async function (id) {
    const ctx = Provider.ctx;
    const token = ctx?.oidc?.route === "token" && (await RefreshToken.find(ctx.oidc.params?.refresh_token));
    if (token) ctx.owner = await find.call(this, token.clientId);
    return find.call(this, id);
  };
  Client.prototype.grantTypeAllowed = function (type) {
    const owner = type === "refresh_token" && Provider.ctx?.owner;
    if (owner) Provider.ctx.oidc.entity("Client", owner);
    return grantTypeAllowed.call(this, type);
  };
};

export const configuration = {
  "refresh-rotates": (configuration) => (configuration.rotateRefreshToken = () => false),
  "short-lived": (configuration, options) => {
    Object.assign(configuration.ttl, { AccessToken: MONTH, ClientCredentials: MONTH });
    onResource((good) => ({ ...good(), accessTokenTTL: MONTH }))(configuration, options);
  },
  "tenant-claim": (configuration) => (configuration.extraTokenClaims = async () => undefined),
};

export const provider = {
  "flow-completes": after((ctx) => {
    if (ctx.oidc?.route !== "token") return;
    ctx.status = 400;
    ctx.body = { error: "invalid_grant" };
  }),
  "token-type": onGrant((body) => delete body.token_type),
  "token-response": onGrant((body) => (body.expires_in = String(body.expires_in))),
  "token-latency": before((ctx) => ctx.path === "/token" && pause(1500)),
  "token-cache": after((ctx) => ctx.oidc?.route === "token" && ctx.remove("cache-control")),
  "expires-in": onGrant((body) => delete body.expires_in),
  "expiry-agrees": onGrant((body) => (body.expires_in *= 2)),
  "client-checked": ({ Client }) => (Client.prototype.compareClientSecret = async () => true),
  "client-error": onBodyOf("token", (body, ctx) => {
    if (body.error !== "invalid_client") return;
    body.error = "invalid_request";
    ctx.status = 400;
  }),
  "no-refresh-for-clients": onGrant((body, ctx) => {
    if (ctx.oidc.params.grant_type === "client_credentials") body.refresh_token = s256(body.access_token);
  }),
  "password-refused": password,
  "rate-limited": after((ctx) => {
    if (ctx.status !== 429) return;
    ctx.status = 401;
    ctx.remove("retry-after");
    ctx.body = { error: "invalid_client", error_description: "client authentication failed" };
  }),

  "nonce-returned": ({ IdToken }) => {
    const good = IdToken.prototype.set;
    IdToken.prototype.set = function (name, value) {
      good.call(this, name, name === "nonce" && value ? "another" : value);
    };
  },
  "id-token": onGrant((body) => {
    if (!body.id_token) return;
    const [header, claims, signature] = body.id_token.split(".");
    body.id_token = [header, claims, signature.split("").reverse().join("")].join(".");
  }),

  "refresh-works": onFound("RefreshToken", () => undefined),
  "refresh-old-refused": onFound("RefreshToken", (token) => Object.assign(token, { consumed: undefined })),
  "refresh-reuse-revokes": onFound("RefreshToken", (token) => (token.consumed ? undefined : token)),
  "refresh-of-client": refreshOfAnybody,
  "refresh-scope": both(
    onFound("RefreshToken", (token) => Object.assign(token, { scope: ALL_SCOPES })),
    onFound("Grant", (grant, { oidc: { params } }) => {
      const resources = params.grant_type === "refresh_token" ? Object.keys(grant.resources ?? {}) : [];
      for (const resource of resources) grant.addResourceScope(resource, ALL_SCOPES);
      return grant;
    }),
  ),
};
