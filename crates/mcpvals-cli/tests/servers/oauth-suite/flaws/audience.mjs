// For which resource a token is.

import { errors } from "../packages.mjs";
import { both, onBodyOf, onFound, onResource } from "./wrap.mjs";

/** The name under which all of the house know each other. */
const HOUSE = "https://house.example";

const asAsked = (source, { oidc: { params } }) =>
  Object.assign(source, params.resource ? { resource: params.resource } : {});

/** What was granted for one resource is granted for the one that is asked for, too. */
const grantedForAll = (grant, { oidc: { params } }) => {
  const scopes = Object.values(grant.resources ?? {}).join(" ");
  for (const resource of [params.resource ?? []].flat()) grant.addResourceScope(resource, scopes);
  return grant;
};

export const configuration = {
  "resource-audience": onResource((good, _ctx, resource, { mcp }) => {
    const info = good();
    return resource === mcp ? { ...info, audience: HOUSE } : info;
  }),
  "resource-alone": (configuration, { mcp, otherResource }) => {
    const jwt = (_ctx, _token, { payload }) => (payload.aud = payload.aud === mcp ? [mcp, otherResource] : payload.aud);
    configuration.formats = { customizers: { jwt } };
  },
  "resource-unknown": onResource((good, ctx, resource, { mcp, otherResource }) => {
    if ([mcp, otherResource].includes(resource)) return good();
    return { scope: "tools:read tools:call", audience: resource, accessTokenFormat: "opaque" };
  }),
  "resource-error": onResource((good, _ctx, resource, { mcp, otherResource }) => {
    if (![mcp, otherResource].includes(resource)) throw new errors.InvalidRequest("there is no such resource");
    return good();
  }),
  "resource-scope": onResource((good) => ({ ...good(), scope: "tools:read" })),
};

export const provider = {
  "resource-alone": (provider, { mcp, otherResource }) =>
    onBodyOf("introspection", (body) => {
      if (body.aud === mcp) body.aud = [mcp, otherResource];
    })(provider),
  "resource-kept/refresh": both(onFound("RefreshToken", asAsked), onFound("Grant", grantedForAll)),
  "resource-kept": both(
    onFound("AuthorizationCode", asAsked),
    onFound("RefreshToken", asAsked),
    onFound("Grant", grantedForAll),
  ),
};

export const resources = {
  "resource-audience": ({ verifier, origin }) => {
    const good = verifier.checks.audience;
    const isHouse = (claims, resource) => claims.aud === HOUSE && resource === `${origin}/mcp`;
    verifier.checks.audience = (claims, resource) => good(claims, resource) || isHouse(claims, resource);
  },
  "audience-checked": ({ verifier }) => (verifier.checks.audience = () => true),
  "token-passthrough": ({ sessions }) => {
    sessions.tools.upstreamHeaders = (token) => ({ authorization: `Bearer ${token}` });
  },
};
