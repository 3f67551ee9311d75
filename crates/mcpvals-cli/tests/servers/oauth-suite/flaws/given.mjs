// A token for who should have none.

/** The token that `source` says, which has been asked for in a way that is refused by who knows better. */
export async function given(provider, { mcp, jwt, life = 3600 }, { accountId, client, grantId, gty, scope, resource }) {
  const token = new provider.AccessToken({ accountId, client, grantId, gty, scope });
  const accessTokenFormat = jwt ? "jwt" : "opaque";
  const audience = resource ?? mcp;
  const info = { scope, audience, accessTokenFormat, accessTokenTTL: life, jwt: { sign: { alg: "RS256" } } };
  token.resourceServer = new provider.ResourceServer(audience, info);
  token.expiresIn = life;
  return token.save();
}
