// RFC 9449, 4.3: does who sends the token have the key that it is bound to?

import { createHash } from "node:crypto";

import { jose } from "./packages.mjs";

const AGE_MAX = 300;
const ALGORITHMS = ["ES256", "Ed25519", "EdDSA"];
const seen = new Set();

/** Is there a fresh proof for this request, by the key with this thumbprint? */
export async function isProven(req, url, token, thumbprint) {
  try {
    const proof = req.headers.dpop;
    const { jwk, typ, alg } = jose.decodeProtectedHeader(proof);
    const key = await jose.importJWK(jwk, alg);
    const { payload } = await jose.jwtVerify(proof, key, { algorithms: ALGORITHMS });
    const isNew = !seen.has(payload.jti);
    seen.add(payload.jti);
    return (
      typ === "dpop+jwt" &&
      isNew &&
      payload.htm === req.method &&
      payload.htu === url &&
      Math.abs(Date.now() / 1000 - payload.iat) < AGE_MAX &&
      payload.ath === createHash("sha256").update(token).digest("base64url") &&
      (await jose.calculateJwkThumbprint(jwk)) === thumbprint
    );
  } catch {
    return false;
  }
}
