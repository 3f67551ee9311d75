// What happens between the authorization request and the code: who is there, and what may the client do?

import { text } from "./http.mjs";
import * as pages from "./pages.mjs";

const PLACE = /^\/interaction\/([\w-]+)(?:\/(login|confirm|abort))?$/;

/** Answers what is below `/interaction`; the rest goes on. */
export const interactions = (provider) => async (ctx, next) => {
  const [place, uid, step] = PLACE.exec(ctx.path) ?? [];
  if (!place) return next();
  ctx.set("cache-control", "no-store");
  // The cookie says which interaction it is, and must agree with the address.
  const details = await provider.interactionDetails(ctx.req, ctx.res).catch(() => undefined);
  if (details?.uid !== uid) return tell(ctx, 400, pages.problem({ error: "the session has ended" }));
  if (ctx.method === "GET" && !step) return tell(ctx, 200, show(details));
  if (ctx.method !== "POST" || !step) return tell(ctx, 405, pages.problem({ error: "not this way" }));
  const result = await steps[step](provider, details, new URLSearchParams(await text(ctx.req)));
  if (!result) return tell(ctx, 400, pages.login(`/interaction/${uid}`, true));
  const to = await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: !result.login });
  // With 303 nothing of what was typed goes with the redirect.
  ctx.status = 303;
  ctx.set("location", to);
  ctx.body = "";
};

const show = ({ uid, prompt, params }) =>
  prompt.name === "login"
    ? pages.login(`/interaction/${uid}`)
    : pages.consent(`/interaction/${uid}`, params.client_id, (params.scope ?? "").split(" ").filter(Boolean));

export const steps = {
  // Nobody's password is checked: the tests are about what comes after.
  async login(_provider, { prompt }, form) {
    const [accountId, password] = [form.get("login"), form.get("password")];
    return prompt.name === "login" && accountId && password ? { login: { accountId } } : undefined;
  },

  async confirm(provider, { prompt, grantId, session, params }) {
    if (prompt.name !== "consent") return undefined;
    const known = grantId && (await provider.Grant.find(grantId));
    const grant = known || new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    const { missingOIDCScope, missingOIDCClaims, missingResourceScopes } = prompt.details;
    if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(" "));
    if (missingOIDCClaims) grant.addOIDCClaims(missingOIDCClaims);
    for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {})) {
      grant.addResourceScope(resource, scopes.join(" "));
    }
    return { consent: { grantId: await grant.save() } };
  },

  async abort() {
    return { error: "access_denied", error_description: "the user said no" };
  },
};

function tell(ctx, status, html) {
  ctx.status = status;
  ctx.type = "html";
  ctx.body = html;
}
