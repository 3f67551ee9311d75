// GBNF, the grammars of llama.cpp, from JSON Schema: a model that is held to one cannot write anything else. The JSON is
// as `JSON.stringify` writes it, so that what goes back into the conversation is what the model wrote.

const PRIMITIVES = String.raw`
string ::= "\"" ([^"\\\x00-\x1f] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4}))* "\""
integer ::= "-"? ("0" | [1-9] [0-9]{0,15})
number ::= integer ("." [0-9]{1,15})?
boolean ::= "true" | "false"
null ::= "null"
any ::= string | number | boolean | null | array | object
array ::= "[" (any ("," any)*)? "]"
object ::= "{" (string ":" any ("," string ":" any)*)? "}"
`;

const NAMED = ["string", "integer", "number", "boolean", "null"];

/** What has this schema. */
export function grammarOf(schema) {
  return `root ::= ${rule(schema)}\n${PRIMITIVES}`;
}

/** A call of one of the tools, or the answer; a thought before either. */
export function grammarOfReply(tools) {
  const call = ({ name, parameters }) => shape({ thought: "string", name: literal(name), arguments: rule(parameters) });
  return grammarOf({ rule: either([...tools.map(call), shape({ thought: "string", answer: "string" })]) });
}

// Keywords that narrow further (`pattern`, `minimum`, `$ref`) are left to the server under test, which must refuse what it
// does not want.
function rule(schema) {
  if (schema?.rule !== undefined) return schema.rule;
  if (schema?.const !== undefined) return literal(schema.const);
  if (schema?.enum !== undefined) return either(schema.enum.map(literal));
  const options = schema?.oneOf ?? schema?.anyOf;
  if (options !== undefined) return either(options.map(rule));
  if (Array.isArray(schema?.type)) return either(schema.type.map((type) => rule({ ...schema, type })));
  if (schema?.type === "array") return array(schema);
  if (schema?.type === "object") return object(schema);
  return NAMED.includes(schema?.type) ? schema.type : "any";
}

function array({ items, minItems = 0 }) {
  const item = rule(items);
  return `"[" (${item} ("," ${item})*)${minItems > 0 ? "" : "?"} "]"`;
}

/** Members in the order of the schema, the required ones first; others than those that it names only where it names none. */
function object({ properties = {}, required = [] }) {
  const names = Object.keys(properties);
  if (names.length === 0) return "object";
  const member = (name) => `${literal(name)} ":" ${rule(properties[name])}`;
  const needed = names.filter((name) => required.includes(name)).map(member);
  const free = names.filter((name) => !required.includes(name)).map(member);
  const more = (members) => members.map((member) => ` ("," ${member})?`).join("");
  if (needed.length > 0) return `"{" ${needed.join(' "," ')}${more(free)} "}"`;
  return `"{" ${either(free.map((member, at) => member + more(free.slice(at + 1))))}? "}"`;
}

/** An object with exactly these members, each of a rule. */
function shape(members) {
  return `"{" ${Object.entries(members).map(([name, rule]) => `${literal(name)} ":" ${rule}`).join(' "," ')} "}"`;
}

function literal(value) {
  return JSON.stringify(JSON.stringify(value));
}

function either(rules) {
  return `(${rules.join(" | ")})`;
}
