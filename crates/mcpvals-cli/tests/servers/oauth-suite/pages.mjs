// The pages that a user sees. No scripts: a browser without them, and a test, get through.

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const safe = (text) => String(text).replace(/[&<>"']/g, (it) => ENTITIES[it]);

const page = (title, body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${safe(title)}</title></head>` +
  `<body><h1>${safe(title)}</h1>${body}</body></html>`;

// In a form of its own, behind the other: who sends the first one says yes.
const cancel = (place) =>
  `<form method="post" action="${safe(place)}/abort"><button name="abort" value="yes">Cancel</button></form>`;

export const login = (place, isWrong) =>
  page(
    "Sign in",
    `${isWrong ? "<p>This is not right.</p>" : ""}<form method="post" action="${safe(place)}/login">` +
      `<input name="login"><input name="password" type="password"><button>Sign in</button></form>${cancel(place)}`,
  );

export const consent = (place, client, scopes) =>
  page(
    "Allow it?",
    `<p>${safe(client)} asks for:</p><ul>${scopes.map((it) => `<li>${safe(it)}</li>`).join("")}</ul>` +
      `<form method="post" action="${safe(place)}/confirm"><button>Continue</button></form>${cancel(place)}`,
  );

export const problem = (out) =>
  page("That did not work", `<p>${safe(out.error)}: ${safe(out.error_description ?? "no more is known")}</p>`);

const withButton = (form, label) => form.replace("</form>", `<button>${label}</button></form>`);

export const deviceCode = (form, error) => {
  const isEnded = error === "AbortedError" || error === "AccessDenied";
  const said = error ? `<p>${isEnded ? "The device was not connected." : "This code is not right."}</p>` : "";
  return page("Connect a device", `${said}${withButton(form, "Continue")}`);
};

export const deviceConfirm = (form, client, code) => {
  const no = form.replace('name="confirm"', 'name="abort"').replace("op.deviceConfirmForm", "no");
  const question = `<p>Does ${safe(client)} show ${safe(code)}?</p>`;
  return page("Connect this device?", `${question}${withButton(form, "Continue")}${withButton(no, "Cancel")}`);
};

export const deviceDone = () => page("Connected", "<p>You can close this page.</p>");
