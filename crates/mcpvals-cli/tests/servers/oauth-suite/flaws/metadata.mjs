// What the authorization server says of itself.

import { after, both, onBodyOf, onCall } from "./wrap.mjs";

const onMetadata = (change) => onBodyOf("discovery", change);
const without = (name) => onMetadata((body) => delete body[name]);

export const provider = {
  "server-metadata": after((ctx) => {
    if (ctx.oidc?.route !== "discovery") return;
    ctx.body = "Not Found";
    ctx.status = 404;
  }),
  issuer: onMetadata((body) => (body.issuer += "/another")),
  "issuer-exact": onMetadata((body) => (body.issuer += "/")),
  "server-metadata-complete": without("response_types_supported"),
  "pkce-advertised": without("code_challenge_methods_supported"),
  "https-endpoints": onMetadata((body) => (body.userinfo_endpoint = "http://as.example/userinfo")),
  "iss-advertised": without("authorization_response_iss_parameter_supported"),
  "iss-sent": both(
    without("authorization_response_iss_parameter_supported"),
    onCall((address) => address.searchParams.delete("iss")),
  ),
};
