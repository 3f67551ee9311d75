// What stands before the authorization server: no frames, and no end of guesses.

/** No page of ours is shown within another's. */
export const noFrames = async (ctx, next) => {
  ctx.set("x-frame-options", "DENY");
  ctx.set("content-security-policy", "frame-ancestors 'none'");
  ctx.set("referrer-policy", "no-referrer");
  ctx.set("x-content-type-options", "nosniff");
  await next();
  const policy = ctx.response.get("content-security-policy");
  // The provider has a policy of its own for some pages.
  if (!policy.includes("frame-ancestors")) ctx.set("content-security-policy", `${policy}; frame-ancestors 'none'`);
};

const FAILURES_MAX = 40;
const WINDOW_MS = 10_000;

/** Who cannot prove who it is too often is told to wait. Who can is let in all the same: nobody locks another out. */
export function noGuessing() {
  const failures = new Map();
  return async (ctx, next) => {
    await next();
    if (ctx.method !== "POST" || ctx.body?.error !== "invalid_client") return;
    const client = `${ctx.ip} ${clientOf(ctx)}`;
    const recent = (failures.get(client) ?? []).filter((time) => time > Date.now() - WINDOW_MS);
    failures.set(client, [...recent, Date.now()]);
    if (recent.length < FAILURES_MAX) return;
    ctx.status = 429;
    ctx.set("retry-after", String(WINDOW_MS / 1000));
    ctx.body = { error: "temporarily_unavailable", error_description: "too many attempts" };
  };
}

function clientOf(ctx) {
  const [, basic] = ctx.get("authorization").split(" ");
  return basic ? Buffer.from(basic, "base64").toString().split(":")[0] : ctx.oidc?.params?.client_id;
}
