// The resource server: who comes with which token, and what may they do here?

import { Proofs } from "./dpop.mjs";
import { send, text } from "./http.mjs";
import { Sessions } from "./sessions.mjs";
import { Documents } from "./tenants.mjs";
import { Verifier } from "./verify.mjs";

const METADATA = "/.well-known/oauth-protected-resource";
const PLACES = ["/mcp", "/other"];
/** What is needed at first; more is asked for when it is. */
const SCOPES = ["tools:read", "tools:call"];
const ADMIN = "tools:admin";
const TOKEN = /^[\w.~+/-]+=*$/;

export class ResourceServer {
  constructor({ issuer, origin, isRevoked, jwt, dpop = false }) {
    Object.assign(this, { issuer, origin, dpop });
    this.verifier = new Verifier({ issuer, isRevoked, jwt });
    this.proofs = new Proofs();
    this.documents = new Documents();
    this.sessions = new Sessions(this.documents);
  }

  async handle(req, res) {
    const { pathname } = new URL(req.url, this.origin);
    if (pathname.startsWith(METADATA)) return this.describe(req, res, pathname.slice(METADATA.length));
    if (!PLACES.includes(pathname)) return send(res, 404, { error: "not_found" });
    const resource = `${this.origin}${pathname}`;
    const caller = await this.caller(req, resource);
    if (caller.status) return this.refuse(res, resource, caller);
    let body;
    try {
      body = req.method === "POST" ? JSON.parse(await text(req)) : undefined;
    } catch {
      return send(res, 400, { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } });
    }
    const needed = this.needed(body);
    if (needed && !caller.scopes.includes(needed)) {
      return this.refuse(res, resource, { status: 403, error: "insufficient_scope", scope: needed });
    }
    return this.sessions.serve(req, res, body, caller);
  }

  /** RFC 9728. */
  describe(_req, res, place) {
    if (!PLACES.includes(place)) return send(res, 404, { error: "not_found" });
    return send(res, 200, this.metadata(`${this.origin}${place}`));
  }

  metadata(resource) {
    return {
      resource,
      authorization_servers: [this.issuer],
      scopes_supported: SCOPES,
      bearer_methods_supported: ["header"],
      ...(this.dpop && { dpop_bound_access_tokens_required: true }),
    };
  }

  /** Who it is, or with which `status` they are refused. */
  async caller(req, resource) {
    const { scheme, token, isMalformed } = this.presented(req);
    if (isMalformed) return { status: 400, error: "invalid_request" };
    if (!token) return this.nobody(req);
    const claims = await this.verifier.claims(token, resource);
    const isGood = claims && (await this.isShownRightly(req, resource, { scheme, token, claims }));
    return isGood ? this.known(token, claims) : { status: 401, error: "invalid_token" };
  }

  /** What is bound to a key is shown with it, and what is not is no `DPoP` token. */
  async isShownRightly(req, url, { scheme, token, claims }) {
    const thumbprint = claims.cnf?.jkt;
    if (!thumbprint) return scheme === "bearer" && !this.dpop;
    return scheme === "dpop" && this.proofs.hold(req.headers.dpop, { method: req.method, url, token, thumbprint });
  }

  known(token, claims) {
    const client = claims.client_id;
    return {
      token,
      client,
      principal: JSON.stringify([claims.sub ?? client, client]),
      scopes: (claims.scope ?? "").split(" "),
      tenant: claims.tenant,
    };
  }

  nobody(_req) {
    return { status: 401, scope: SCOPES.join(" ") };
  }

  /** What the request brings in its header, and nowhere else. Another scheme than ours is as if there was nothing. */
  presented(req) {
    const header = req.headers.authorization;
    if (header === undefined) return {};
    const [scheme, ...rest] = header.split(" ");
    const name = scheme.toLowerCase();
    if (!["bearer", "dpop"].includes(name)) return {};
    return rest.length === 1 && TOKEN.test(rest[0]) ? { scheme: name, token: rest[0] } : { isMalformed: true };
  }

  needed(body) {
    const isAdmin = (it) => it?.method === "tools/call" && it.params?.name === "admin";
    return [body].flat().some(isAdmin) ? ADMIN : undefined;
  }

  refuse(res, resource, { status, error, scope }) {
    const challenge = this.challenge({ resource_metadata: this.metadataOf(resource), error, scope }, status);
    if (challenge) res.setHeader("www-authenticate", challenge);
    return send(res, status, { error: error ?? "unauthorized" });
  }

  metadataOf(resource) {
    return `${this.origin}${METADATA}${new URL(resource).pathname}`;
  }

  challenge(parameters, _status) {
    const known = Object.entries(parameters).filter(([, value]) => value);
    return `Bearer ${known.map(([name, value]) => `${name}="${value}"`).join(", ")}`;
  }
}
