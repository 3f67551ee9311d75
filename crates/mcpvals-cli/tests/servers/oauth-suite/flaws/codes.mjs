// The code, the proof key that protects it, and the code of a device.

import { asItsClient, before, both, onBodyOf, onFound, pause, s256 } from "./wrap.mjs";

const noLongerConsumed = (code) => Object.assign(code, { consumed: undefined });
const goneWhenConsumed = (code) => (code.consumed ? undefined : code);
const pkceOptional = (configuration) => (configuration.pkce.required = () => false);

/** The challenges of all codes. */
const challenges = new Set();
const learn = (provider) =>
  provider.on("authorization_code.saved", ({ codeChallenge }) => challenges.add(codeChallenge));

/** Takes a verifier for which `isTaken` says so as if it was the right one. */
const onVerifier = (isTaken) =>
  both(
    learn,
    onFound("AuthorizationCode", (code, { oidc: { params } }) => {
      const verifier = params.code_verifier;
      if (verifier && code.codeChallenge && isTaken(verifier, code)) code.codeChallenge = s256(verifier);
      return code;
    }),
  );

const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";

export const configuration = {
  "pkce-required": pkceOptional,
  // That a verifier is ignored can only be seen where there may be codes without a challenge.
  "pkce-downgrade": pkceOptional,
};

export const provider = {
  "pkce-verifier-required": onFound("AuthorizationCode", (code, { oidc: { params } }) => {
    if (!params.code_verifier) code.codeChallenge = undefined;
    return code;
  }),
  // Neither another code's verifier nor a challenge: that are flaws of their own.
  "pkce-verifier-checked": onVerifier((it) => !challenges.has(it) && !challenges.has(s256(it))),
  "pkce-verifier-of-code": onVerifier((it) => challenges.has(s256(it))),
  "pkce-method-kept": onVerifier((it, code) => it === code.codeChallenge),
  "pkce-plain": before((ctx) => {
    const { code_challenge: challenge, code_challenge_method: method } = ctx.query;
    if (ctx.path !== "/auth" || !challenge || method === "S256") return;
    ctx.query = { ...ctx.query, code_challenge: s256(challenge), code_challenge_method: "S256" };
  }),
  "pkce-downgrade": onFound("AuthorizationCode", (code, { oidc: { params } }) => {
    if (!code.codeChallenge) params.code_verifier = undefined;
    return code;
  }),
  "code-once": onFound("AuthorizationCode", noLongerConsumed),
  // The provider takes back what a code gave when it meets it again: it does not.
  "code-replay-revokes": onFound("AuthorizationCode", goneWhenConsumed),
  "code-of-client": onFound("AuthorizationCode", asItsClient),
  "code-of-redirect-uri": onFound("AuthorizationCode", (code, { oidc: { params } }) =>
    Object.assign(code, { redirectUri: params.redirect_uri }),
  ),
  "device-response": onBodyOf("device_authorization", (body) => delete body.expires_in),
  "device-pending": onBodyOf("token", (body) => {
    if (body.error === "authorization_pending") body.error = "invalid_request";
  }),
  "device-code-checked": both(
    onFound("DeviceCode", (code, ctx) => {
      ctx.isKnown = true;
      return code;
    }),
    onBodyOf("token", (body, ctx) => {
      const isUnknown = body.error === "invalid_grant" && ctx.oidc.params.grant_type === DEVICE && !ctx.isKnown;
      if (!isUnknown) return;
      ctx.status = 200;
      ctx.body = { access_token: s256(String(Math.random())), token_type: "Bearer", expires_in: 60 };
    }),
  ),
  "device-code-once": onFound("DeviceCode", noLongerConsumed),
  "device-code-of-client": onFound("DeviceCode", asItsClient),
  "flows-at-once": (provider) => {
    let isBusy = false;
    provider.use(async (ctx, next) => {
      if (ctx.path !== "/token") return next();
      if (isBusy) {
        ctx.status = 503;
        return;
      }
      isBusy = true;
      await pause(100);
      await next().finally(() => (isBusy = false));
    });
  },
};
