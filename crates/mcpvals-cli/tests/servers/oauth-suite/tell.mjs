// What nobody but a client and its authorization server may know: a line on stdout for each exchange, a list of texts as
// JSON, so that a test can look for them in everything that the client writes.

const SENT = ["code", "code_verifier", "device_code", "refresh_token", "client_secret", "client_assertion", "token"];
const GIVEN = ["access_token", "refresh_token", "id_token", "device_code", "client_secret", "registration_access_token"];

const ofCall = (location) => {
  const parameters = URL.canParse(location ?? "") ? new URL(location).searchParams : new URLSearchParams();
  return parameters.get("code");
};

export async function tellSecrets(ctx, next) {
  await next();
  const { params = {}, body: sent = {} } = ctx.oidc ?? {};
  const given = typeof ctx.body === "object" ? (ctx.body ?? {}) : {};
  const all = [
    ...SENT.map((name) => params?.[name] ?? sent?.[name]),
    ...GIVEN.map((name) => given[name]),
    ofCall(ctx.response.get("location")),
  ];
  const secrets = all.filter((secret) => typeof secret === "string" && secret.length >= 16);
  if (secrets.length) console.log(JSON.stringify(secrets));
}
