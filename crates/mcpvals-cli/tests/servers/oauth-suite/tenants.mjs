// Who is of which tenant, and what is whose.

const MEMBERS = { ann: "acme", bob: "globex", "acme-client": "acme", "globex-client": "globex" };

/** The tenant of a user, or of a client that is its own user. */
export const tenantOf = (name) => (Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined);

const document = (tenant, number) => ({
  tenant,
  id: `${tenant}-${number}`,
  uri: `doc://${tenant}/${number}`,
  name: `Document ${number}`,
  text: `What ${tenant} has written, number ${number}.`,
});

/** All documents, given out by tenant only. */
export class Documents {
  all = [document("acme", 1), document("acme", 2), document("globex", 1)];

  /** What is in the list of who calls. */
  list({ tenant }) {
    return this.all.filter((it) => it.tenant === tenant);
  }

  /** A page of that list; there is one. */
  page(caller) {
    return { documents: this.list(caller) };
  }

  /** The one with this `uri` or `id`. What is another's is looked for in the same way as what there is not. */
  find({ tenant }, name) {
    return this.all.find((it) => it.tenant === tenant && (it.uri === name || it.id === name));
  }

  /** How it is said that there is none. */
  problem(_caller, _name) {
    return { code: -32002, message: "Resource not found" };
  }
}
