// The clients that need not register.

import { jose } from "./packages.mjs";

const CALLBACK = "http://localhost:3000/callback";

/** What the resource server introspects as. */
export const RESOURCE_SERVER = { id: "resource-server", secret: "secret-of-the-resource-server" };

const ofUser = (client_id, more) => ({
  client_id,
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  redirect_uris: [CALLBACK],
  // On the user's machine: `http` is fine there, and the port is free.
  application_type: "native",
  token_endpoint_auth_method: "none",
  ...more,
});

const ofDevice = (client_id) =>
  ofUser(client_id, {
    grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
    response_types: [],
    redirect_uris: [],
  });

const ofMachine = (client_id, more) =>
  ofUser(client_id, { grant_types: ["client_credentials"], response_types: [], redirect_uris: [], ...more });

const withSecret = (client_secret, method = "client_secret_basic") => ({
  client_secret,
  token_endpoint_auth_method: method,
});

export async function fixedClients(publicKey) {
  const clients = [
    ofUser("public"),
    ofUser("public2"),
    ofUser("conf", withSecret("secret-of-conf")),
    ofDevice("device"),
    ofDevice("device2"),
    ofMachine("basic", withSecret("secret-of-basic")),
    ofMachine("basic2", withSecret("secret-of-basic2")),
    ofMachine("post", withSecret("secret-of-post", "client_secret_post")),
    ofMachine("acme-client", withSecret("secret-of-acme")),
    ofMachine("globex-client", withSecret("secret-of-globex")),
    ofMachine(RESOURCE_SERVER.id, { ...withSecret(RESOURCE_SERVER.secret), grant_types: [] }),
  ];
  if (publicKey) {
    const jwk = await jose.exportJWK(await jose.importSPKI(publicKey, "ES256", { extractable: true }));
    const jwks = { keys: [{ ...jwk, alg: "ES256" }] };
    clients.push(ofMachine("jwt", { token_endpoint_auth_method: "private_key_jwt", jwks }));
  }
  return clients;
}
