// From the authorization request to the code.

import { steps } from "../interactions.mjs";
import { given } from "./given.mjs";
import { after, before, onBodyOf, onCall, onResource, pause, s256 } from "./wrap.mjs";

const OF_IMPLICIT = s256("the implicit flow has no verifier");
const STACK = ["Error: no row", "at Store.find (/srv/as/lib/store.js:42:11)", "at async grant (/srv/as/lib/grant.js:7:3)"];

/** Nobody is asked anything. */
const consentOfNobody = (provider) =>
  provider.use(async (ctx, next) => {
    if (ctx.method !== "GET" || !/^\/interaction\/[\w-]+$/.test(ctx.path)) return next();
    const details = await provider.interactionDetails(ctx.req, ctx.res);
    const isLogin = details.prompt.name === "login";
    const result = isLogin ? { login: { accountId: "ann" } } : await steps.confirm(provider, details);
    ctx.status = 303;
    ctx.set("location", await provider.interactionResult(ctx.req, ctx.res, result));
    ctx.body = "";
  });

/** What was typed goes with the redirect, and what gets it takes it for a GET. */
const redirect307 = (provider) =>
  provider.use(async (ctx, next) => {
    const isPost = ctx.method === "POST";
    if (isPost && ctx.path.startsWith("/auth/")) ctx.method = "GET";
    await next();
    if (isPost && ctx.response.get("location")) ctx.status = 307;
  });

const implicit = (provider, options) => {
  before((ctx) => {
    if (ctx.path !== "/auth" || ctx.query.response_type !== "token") return;
    const asCode = { response_type: "code", code_challenge: OF_IMPLICIT, code_challenge_method: "S256" };
    ctx.query = { ...ctx.query, ...asCode };
  })(provider);
  onCall(async (address, ctx) => {
    const { params, client } = ctx.oidc;
    const code = params?.code_challenge === OF_IMPLICIT && address.searchParams.get("code");
    if (!code) return;
    const source = await provider.AuthorizationCode.find(code);
    const token = await given(provider, options, { ...source, client, gty: "implicit" });
    const state = params.state ? { state: params.state } : {};
    address.search = "";
    address.hash = new URLSearchParams({ access_token: token, token_type: "Bearer", ...state }).toString();
  })(provider);
};

export const configuration = {
  "scope-not-widened": onResource((good, ctx) => {
    const info = good();
    const asked = ctx.oidc.params.scope;
    if (asked && !asked.includes("tools:more")) ctx.oidc.params.scope = `${asked} tools:more`;
    return { ...info, scope: `${info.scope} tools:more` };
  }),
};

export const provider = {
  "no-code-without-consent": consentOfNobody,
  "no-code-without-consent/denied": before((ctx) => (ctx.path = ctx.path.replace(/\/abort$/, "/confirm"))),
  "denial-reported": onCall(({ searchParams }) => {
    if (searchParams.get("error") === "access_denied") searchParams.set("error", "server_error");
  }),
  "state-returned": onCall(({ searchParams }) => searchParams.has("code") && searchParams.set("state", "another")),
  "state-on-error": onCall(({ searchParams }) => searchParams.has("error") && searchParams.delete("state")),
  "iss-on-error": onCall(({ searchParams }) => searchParams.has("error") && searchParams.delete("iss")),
  "iss-correct": onCall(({ searchParams }) => searchParams.set("iss", "https://another.example")),
  "redirect-uri-exact": ({ Client }) => {
    Client.prototype.redirectUriAllowed = function (value) {
      return this.redirectUris.some((uri) => value?.startsWith(uri));
    };
  },
  "open-redirect": after((ctx) => {
    const to = ctx.query.redirect_uri;
    if (ctx.path !== "/auth" || ctx.status < 400 || !URL.canParse(to)) return;
    ctx.status = 302;
    ctx.set("location", `${to}?error=invalid_request`);
    ctx.body = "";
  }),
  "registration-redirect-uri": ({ Client }) => {
    Client.Schema.prototype.redirectUris = function () {
      if (this.redirect_uris?.some((uri) => uri.includes("#"))) this.invalidate("redirect_uris must have no fragment");
    };
  },
  "registration-fragment": ({ Client }) => {
    const good = Client.Schema.prototype.redirectUris;
    Client.Schema.prototype.redirectUris = function (uris = this.redirect_uris, label = "redirect_uris") {
      return good.call(this, uris.map((uri) => uri.split("#")[0]), label);
    };
  },
  clickjacking: after((ctx) => ["x-frame-options", "content-security-policy"].forEach((it) => ctx.remove(it))),
  "redirect-307": redirect307,
  "implicit-refused": implicit,
  "errors-leak-nothing": onBodyOf("token", (body) => body.error && (body.error_description = STACK.join("\n    "))),
  "flow-time": before((ctx) => ctx.path === "/auth" && pause(1500)),
};
