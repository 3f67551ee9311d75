// Who sees what is another's.

const TENANTS = ["acme", "globex"];

export const resources = {
  "tenant-access": ({ documents }) => (documents.find = () => undefined),
  "tenant-lists/page": ({ documents }) => {
    const others = (caller) => documents.all.filter((it) => it.tenant !== caller.tenant);
    documents.page = (caller, cursor) =>
      cursor ? { documents: others(caller) } : { documents: documents.list(caller), next: "2" };
  },
  "tenant-session/get": ({ sessions }) => {
    const good = sessions.belongs;
    sessions.belongs = (session, caller, req) => req.method === "GET" || good(session, caller);
  },
  "tenant-session/delete": ({ sessions }) => {
    const good = sessions.belongs;
    sessions.belongs = (session, caller, req) => req.method === "DELETE" || good(session, caller);
  },
  "tenant-lists": ({ documents }) => (documents.list = () => documents.all),
  "tenant-blocked": ({ documents }) => {
    documents.find = (_caller, name) => documents.all.find((it) => it.uri === name || it.id === name);
  },
  "tenant-indistinct": ({ documents }) => {
    const good = documents.problem.bind(documents);
    documents.problem = (caller, name) => {
      const isThere = documents.all.some((it) => it.uri === name || it.id === name);
      return isThere ? { code: -32003, message: "Forbidden" } : good(caller, name);
    };
  },
  // Of what there is and of what there is not it says the same.
  "tenant-errors": ({ documents }) => {
    documents.problem = () => ({ code: -32002, message: `Resource not found in ${TENANTS.join(", ")}` });
  },
  "tenant-session": ({ sessions }) => (sessions.belongs = () => true),
  // One cache for all: who comes back after another finds what the other has left, every other time.
  "tenant-switching": ({ documents, sessions }) => {
    const list = documents.list.bind(documents);
    const whoami = sessions.tools.whoami.bind(sessions.tools);
    const returns = new Map();
    let last;
    const other = (caller) => {
      const before = last;
      last = caller;
      if (before && before.tenant !== caller.tenant) returns.set(caller.tenant, (returns.get(caller.tenant) ?? 0) + 1);
      return returns.get(caller.tenant) % 2 ? before : undefined;
    };
    documents.list = (caller) => (other(caller) ? list(caller).slice(0, -1) : list(caller));
    sessions.tools.whoami = (caller) => whoami(other(caller) ?? caller);
  },
};
