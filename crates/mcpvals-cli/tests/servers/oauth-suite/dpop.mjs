// RFC 9449, 4.3: does who sends the token have the key that it is bound to?

import { createHash } from "node:crypto";

import { jose } from "./packages.mjs";

const AGE_MAX = 300;
const ALGORITHMS = ["ES256", "Ed25519", "EdDSA"];

export class Proofs {
  seen = new Set();

  /** What must hold of a proof whose signature holds; `of` is what it is shown with. */
  checks = {
    type: ({ typ }) => typ === "dpop+jwt",
    method: ({ htm }, { method }) => htm === method,
    address: ({ htu }, { url }) => htu === url,
    age: ({ iat }) => Math.abs(Date.now() / 1000 - iat) < AGE_MAX,
    token: ({ ath }, { token }) => ath === createHash("sha256").update(token).digest("base64url"),
    key: async ({ jwk }, { thumbprint }) => (await jose.calculateJwkThumbprint(jwk)) === thumbprint,
    replay: ({ jti }) => !this.seen.has(jti) && Boolean(this.seen.add(jti)),
  };

  /** Is there a fresh proof for this request, by the key with this thumbprint? */
  async hold(proof, of) {
    try {
      const { jwk, typ, alg } = jose.decodeProtectedHeader(proof);
      const key = await jose.importJWK(jwk, alg);
      const { payload } = await jose.jwtVerify(proof, key, { algorithms: ALGORITHMS });
      for (const check of Object.values(this.checks)) {
        if (!(await check({ ...payload, jwk, typ }, of))) return false;
      }
      return true;
    } catch {
      return false;
    }
  }
}
