// What is broken on request: a flaw has the name of the rule that it breaks.

import * as audience from "./audience.mjs";
import * as authorization from "./authorization.mjs";
import * as checks from "./checks.mjs";
import * as codes from "./codes.mjs";
import * as metadata from "./metadata.mjs";
import * as resources from "./resources.mjs";
import * as revocation from "./revocation.mjs";
import * as tenants from "./tenants.mjs";
import * as tokens from "./tokens.mjs";

const ALL = [audience, authorization, checks, codes, metadata, resources, revocation, tenants, tokens];
const table = (part) => Object.assign({}, ...ALL.map((flaws) => flaws[part]));

/** By the part that they break: the provider's configuration, the provider itself, the resource server. */
export const TABLES = {
  configuration: table("configuration"),
  provider: table("provider"),
  resources: table("resources"),
};

/** The flaws with these names, to be applied to the parts. */
export function flawed(names) {
  const unknown = names.filter((name) => !Object.values(TABLES).some((flaws) => Object.hasOwn(flaws, name)));
  if (unknown.length) throw new Error(`no such flaw: ${unknown}`);
  const apply = (part, target, options) => {
    for (const name of names) TABLES[part][name]?.(target, options);
  };
  return {
    ofConfiguration(configuration, options) {
      apply("configuration", configuration, options);
      return configuration;
    },
    ofProvider: (provider, options) => apply("provider", provider, options),
    ofResources: (resources) => apply("resources", resources),
  };
}
