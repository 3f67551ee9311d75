// The authorization server.

import { fixedClients, RESOURCE_SERVER } from "./clients.mjs";
import { noFrames, noGuessing } from "./guard.mjs";
import { interactions } from "./interactions.mjs";
import { errors, jose, Provider } from "./packages.mjs";
import * as pages from "./pages.mjs";
import { tellSecrets } from "./tell.mjs";
import { tenantOf } from "./tenants.mjs";

export const SCOPES = ["tools:read", "tools:call", "tools:admin"];
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const INTROSPECTING = ["conf", RESOURCE_SERVER.id];

/** What answers HTTP, and who knows whether what a JWT was given for has been revoked. */
export async function authorizationServer(options) {
  const { issuer, flaws } = options;
  const provider = new Provider(issuer, flaws.ofConfiguration(await configuration(options), options));
  onlySafeRedirects(provider);
  // What is broken stands outside of what is good, so that it has the last word.
  flaws.ofProvider(provider, options);
  if (options.tell) provider.use(tellSecrets);
  provider.use(noFrames);
  provider.use(noGuessing());
  provider.use(interactions(provider));
  provider.use(onlyWithCredentials);
  if (options.deviceInterval) provider.use(interval(options.deviceInterval));
  return { callback: provider.callback(), isRevoked: revocations(provider) };
}

async function configuration({ mcp, otherResource, jwt, dpop = false, signingKey, life = 3600, publicKey }) {
  return {
    clients: await fixedClients(publicKey),
    jwks: { keys: [await key(signingKey)] },
    scopes: ["openid", "offline_access", ...SCOPES],
    cookies: { keys: ["a key of these tests"] },
    responseTypes: ["code"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
    pkce: { required: () => true },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: () => true,
    // The user may close the browser.
    expiresWithSession: async () => false,
    extraTokenClaims: async (_ctx, token) => ({ tenant: tenantOf(token.accountId ?? token.clientId) }),
    findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    renderError: async (ctx, out) => {
      ctx.type = "html";
      ctx.body = pages.problem(out);
    },
    ttl: {
      AccessToken: life,
      ClientCredentials: life,
      AuthorizationCode: 60,
      DeviceCode: 600,
      Grant: 86_400,
      IdToken: 3600,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 3600,
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      // A JWT can neither be revoked nor looked up here, so that these are not offered with them.
      introspection: { enabled: !jwt, allowedPolicy: mayIntrospect },
      revocation: { enabled: !jwt },
      registration: { enabled: true },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: true, requireNonce: () => dpop, nonceSecret: Buffer.alloc(32, 7) },
      deviceFlow: devicePages(),
      resourceIndicators: {
        enabled: true,
        defaultResource: () => mcp,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, resource) => {
          if (![mcp, otherResource].includes(resource)) throw new errors.InvalidTarget();
          orDefaultScope(ctx.oidc);
          return {
            scope: SCOPES.join(" "),
            audience: resource,
            accessTokenFormat: jwt ? "jwt" : "opaque",
            accessTokenTTL: life,
            jwt: { sign: { alg: "RS256" } },
          };
        },
      },
    },
  };
}

const ASKING = ["authorization", "device_authorization", "pushed_authorization_request"];

/** RFC 6749, 3.3: who asks for nothing gets what is written down, and is told. The provider would refuse it. */
function orDefaultScope({ route, params }) {
  if (ASKING.includes(route) || params.grant_type === "client_credentials") params.scope ??= "tools:read tools:call";
}

async function key(pem) {
  const extractable = { extractable: true };
  const pair = pem || (await jose.generateKeyPair("RS256", extractable));
  const jwk = await jose.exportJWK(pem ? await jose.importPKCS8(pem, "RS256", extractable) : pair.privateKey);
  return { ...jwk, kid: "k1", use: "sig", alg: "RS256" };
}

/** The provider lets clients register more than MCP does: `https`, or on the user's own machine. */
function onlySafeRedirects(provider) {
  const { prototype } = provider.Client.Schema;
  const good = prototype.redirectUris;
  prototype.redirectUris = function (uris = this.redirect_uris, label = "redirect_uris") {
    good.call(this, uris, label);
    const isSafe = ({ protocol, hostname }) =>
      protocol === "https:" || (protocol === "http:" && LOOPBACK.includes(hostname));
    if (!uris.every((uri) => isSafe(new URL(uri)))) this.invalidate(`${label} must be https, or on this machine`);
  };
}

/** All tokens are shown to who guards a resource, and to others only their own. */
export const mayIntrospect = async (_ctx, client, token) =>
  INTROSPECTING.includes(client.clientId) || token.clientId === client.clientId;

/** RFC 7662, 2.1: who calls must prove who it is, and a public client cannot. */
async function onlyWithCredentials(ctx, next) {
  await next();
  if (ctx.oidc?.route !== "introspection" || ctx.oidc.client?.clientAuthMethod !== "none") return;
  ctx.status = 401;
  ctx.body = { error: "invalid_client", error_description: "client authentication failed" };
}

const interval = (seconds) => async (ctx, next) => {
  await next();
  if (ctx.body?.device_code) ctx.body.interval = seconds;
};

function devicePages() {
  const html = (ctx, page) => {
    ctx.type = "html";
    ctx.body = page;
  };
  return {
    enabled: true,
    userCodeInputSource: async (ctx, form, _out, error) => html(ctx, pages.deviceCode(form, error?.name)),
    userCodeConfirmSource: async (ctx, form, client, _device, code) =>
      html(ctx, pages.deviceConfirm(form, client.clientId, code)),
    successSource: async (ctx) => html(ctx, pages.deviceDone()),
  };
}

/** JWTs are not kept: what each was given for is, so that the resource server hears when that is over. */
function revocations(provider) {
  const grants = new Map();
  const revoked = new Set();
  provider.on("access_token.issued", (token) => grants.set(token.jti, token.grantId));
  provider.on("grant.revoked", (_ctx, grant) => revoked.add(grant));
  return (jti) => revoked.has(grants.get(jti));
}
