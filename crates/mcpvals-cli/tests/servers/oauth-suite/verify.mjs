// Is this token good here? Opaque ones are introspected, JWTs verified with the keys of their issuer.

import { RESOURCE_SERVER } from "./clients.mjs";
import { jose } from "./packages.mjs";

const now = () => Date.now() / 1000;

export class Verifier {
  /** What must hold of a token that is authentic; each is a function of its claims and of the resource. */
  checks = {
    issuer: (claims) => claims.iss === this.issuer,
    audience: (claims, resource) => [claims.aud].flat().includes(resource),
    expiry: (claims) => typeof claims.exp === "number" && claims.exp > now(),
    notBefore: (claims) => claims.nbf === undefined || claims.nbf <= now(),
    revocation: (claims) => !this.isRevoked(claims.jti),
  };

  constructor({ issuer, jwt, isRevoked }) {
    Object.assign(this, { issuer, isRevoked });
    this.authentic = jwt ? this.signed : this.introspected;
    this.keys = jose.createRemoteJWKSet(new URL(`${issuer}/jwks`));
  }

  /** The claims of a token that is good for a resource. */
  async claims(token, resource) {
    const claims = await this.authentic(token);
    return claims && Object.values(this.checks).every((check) => check(claims, resource)) ? claims : undefined;
  }

  async introspected(token) {
    const credentials = Buffer.from(`${RESOURCE_SERVER.id}:${RESOURCE_SERVER.secret}`).toString("base64");
    const response = await fetch(`${this.issuer}/token/introspection`, {
      method: "POST",
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ token }),
    });
    const claims = await response.json();
    return response.ok && claims.active === true ? claims : undefined;
  }

  /** RFC 9068, 4: an ID token is no access token, whoever has signed it. */
  async signed(token) {
    try {
      const { payload, protectedHeader } = await jose.compactVerify(token, this.keys, { algorithms: ["RS256"] });
      const isAccessToken = /^(application\/)?at\+jwt$/i.test(protectedHeader.typ ?? "");
      return isAccessToken ? JSON.parse(new TextDecoder().decode(payload)) : undefined;
    } catch {
      return undefined;
    }
  }
}
