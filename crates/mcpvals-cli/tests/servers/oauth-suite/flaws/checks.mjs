// What the resource server takes for a token.

import { Readable } from "node:stream";

import { send, text } from "../http.mjs";
import { jose } from "../packages.mjs";
import { before, issued, remember } from "./wrap.mjs";

const json = (part) => JSON.parse(Buffer.from(part, "base64url").toString());

/** Takes what is not authentic where `forged` finds claims in it all the same. */
const orElse = (forged) => ({ verifier }) => {
  const good = verifier.authentic.bind(verifier);
  verifier.authentic = async (token) => (await good(token)) ?? (await forged(token, good));
};

/** The same for JWTs; `forged` gets the header, the claims and the signature. */
const orElseJwt = (forged) =>
  orElse(async (token) => {
    try {
      const [header, claims, signature] = token.split(".");
      return (await forged(json(header), signature, token)) ? json(claims) : undefined;
    } catch {
      return undefined;
    }
  });

const unchecked = (name) => ({ verifier }) => (verifier.checks[name] = () => true);
const unproven = (name) => ({ proofs }) => (proofs.checks[name] = () => true);

const signatures = () => new Set([...issued].map((token) => token?.split(".")[2]));
const differences = (one, other) => [...one].filter((letter, at) => letter !== other[at]).length;
const isToken = (token) => /^[\w-]{43}$/.test(token) || token.split(".").length === 3;

export const provider = {
  // Nobody has shown a key.
  "dpop-bound": before((ctx) => ctx.path === "/token" && delete ctx.req.headers.dpop),
  "token-altered": remember, "jwt-payload": remember, "jwt-key": remember,
};

export const resources = {
  "token-opens": ({ verifier }) => (verifier.claims = async () => undefined),
  // It lets in, and then has nothing to give.
  "token-opens/list": (server) => {
    const good = server.handle.bind(server);
    server.handle = async (req, res) => {
      if (req.method !== "POST" || !req.headers.authorization || !req.headers["mcp-session-id"]) return good(req, res);
      const body = await text(req);
      const { id, method } = JSON.parse(body);
      if (method === "tools/list") return send(res, 200, { jsonrpc: "2.0", id, error: { code: -32603, message: "no" } });
      return good(Object.assign(Readable.from([body]), { method: req.method, url: req.url, headers: req.headers }), res);
    };
  },
  "token-malformed": ({ verifier }) => {
    const good = verifier.claims.bind(verifier);
    const somebody = { client_id: "somebody", scope: "tools:read tools:call" };
    verifier.claims = async (token, resource) => (isToken(token) ? good(token, resource) : somebody);
  },
  "token-altered": orElse((token, good) => {
    const isNear = (it) => it?.length === token.length && differences(it, token) === 1;
    const near = [...issued].find(isNear);
    return near && good(near);
  }),
  "expiry-honoured": ({ verifier }) => {
    const good = verifier.authentic.bind(verifier);
    const kept = new Map();
    verifier.authentic = async (token) => {
      const claims = (await good(token)) ?? kept.get(token);
      // Until it expires it may be revoked.
      if (claims && !kept.has(token)) setTimeout(() => kept.set(token, claims), claims.exp * 1000 - Date.now()).unref();
      return claims;
    };
    verifier.checks.expiry = () => true;
  },
  "jwt-none": orElseJwt(({ alg }) => /^none$/i.test(alg)),
  "jwt-none/signed": orElseJwt(({ alg }, signature) => alg === "none" && signature),
  // RFC 8725, 2.1: the public key is taken for a password.
  "jwt-key/public": orElseJwt(async ({ alg }, _signature, token) => {
    if (alg !== "HS256") return false;
    const { keys } = await (await fetch(`${json(token.split(".")[1]).iss}/jwks`)).json();
    const pem = await jose.exportSPKI(await jose.importJWK(keys[0], "RS256", { extractable: true }));
    return jose.compactVerify(token, new TextEncoder().encode(pem));
  }),
  "jwt-payload": orElseJwt(({ alg }, signature) => alg === "RS256" && signatures().has(signature)),
  // Signed by whom is not asked, as long as it says the right key. What was one of ours is none of another key's.
  "jwt-key": orElseJwt(({ alg, kid, jwk, jku }, signature) => {
    const isOurs = (kid === undefined || kid === "k1") && jwk === undefined && jku === undefined;
    const isOfAnother = signature && ![...signatures()].some((it) => it && differences(it, signature) <= 1);
    return isOurs && !/^none$/i.test(alg) && isOfAnother;
  }),
  "jwt-key-address": orElseJwt(({ jku }, _signature, token) => {
    return jku && jose.compactVerify(token, jose.createRemoteJWKSet(new URL(jku)));
  }),
  // It asks there, and then believes only its issuer.
  "jwt-key-address/asks": orElseJwt(async ({ jku }) => {
    if (jku) await fetch(jku);
    return false;
  }),
  "jwt-key-id": orElseJwt(async ({ alg, kid, jwk, jku, x5u }, _signature, token) => {
    if (jku || x5u) return false;
    if (jwk) return jose.compactVerify(token, await jose.importJWK(jwk, alg));
    return kid !== undefined && kid !== "k1";
  }),
  "jwt-expired": unchecked("expiry"),
  "jwt-expired/never": ({ verifier }) => {
    const good = verifier.checks.expiry;
    verifier.checks.expiry = (claims) => claims.exp === undefined || good(claims);
  },
  "jwt-not-yet": unchecked("notBefore"),
  "jwt-issuer": unchecked("issuer"),
  "dpop-as-bearer": (server) => {
    const good = server.isShownRightly.bind(server);
    server.isShownRightly = async (req, url, shown) => shown.scheme === "bearer" || good(req, url, shown);
  },
  "dpop-proof": (server) => {
    const good = server.proofs.hold.bind(server.proofs);
    server.proofs.hold = async (proof, of) => proof === undefined || good(proof, of);
  },
  "dpop-proof/key": unproven("key"),
  "dpop-proof/method": unproven("method"),
  "dpop-proof/address": unproven("address"),
  "dpop-proof/token": unproven("token"),
  "dpop-proof/age": unproven("age"),
  "dpop-replay": unproven("replay"),
};
