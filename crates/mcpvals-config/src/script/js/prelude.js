// What a config finds around it, and how its default export becomes data.
// Runs before any of the config's code; everything it needs later is kept here, out of the config's reach.
(function (worldText) {
  "use strict";
  const { env: variables, cwd, platform } = JSON.parse(worldText);
  const { stringify } = JSON;
  const read = new Set();

  const env = new Proxy(variables, {
    get(target, name) {
      if (typeof name === "string" && Object.hasOwn(target, name)) read.add(name);
      return Object.hasOwn(target, name) ? target[name] : undefined;
    },
    getOwnPropertyDescriptor(target, name) {
      if (typeof name === "string" && Object.hasOwn(target, name)) read.add(name);
      return Object.getOwnPropertyDescriptor(target, name);
    },
    set(target, name, value) {
      target[name] = String(value);
      return true;
    },
  });
  const exit = () => {
    throw new Error("a config cannot end the program");
  };
  globalThis.process = { env, cwd: () => cwd, platform, argv: [], version: "", versions: {}, exit };

  const nothing = () => undefined;
  const console = {};
  for (const name of ["log", "info", "warn", "error", "debug", "trace", "dir", "table", "group", "groupEnd", "time", "timeEnd"])
    console[name] = nothing;
  globalThis.console = console;

  globalThis.URL ??= class URL {
    constructor(address, base) {
      const text = String(address);
      const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : URL.#join(text, base);
      const parts = /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(whole);
      if (parts === null) throw new TypeError(`not an address: ${text}`);
      [, this.protocol, this.host = "", this.pathname, this.search = "", this.hash = ""] = parts;
      this.origin = this.host === "" ? "null" : `${this.protocol}//${this.host}`;
    }
    static #join(text, base) {
      if (base === undefined) throw new TypeError(`not an address: ${text}`);
      const { protocol, host, pathname } = new URL(base);
      const cut = text.search(/[?#]/);
      const [path, rest] = cut < 0 ? [text, ""] : [text.slice(0, cut), text.slice(cut)];
      const from = path.startsWith("/") ? path : pathname.slice(0, pathname.lastIndexOf("/") + 1) + path;
      const parts = [];
      for (const part of from.split("/").slice(1)) {
        if (part === "..") parts.pop();
        else if (part !== ".") parts.push(part);
      }
      return `${protocol}//${host}/${parts.join("/")}${rest}`;
    }
    get href() {
      const slashes = this.host !== "" || this.protocol === "file:" ? "//" : "";
      return this.protocol + slashes + this.host + this.pathname + this.search + this.hash;
    }
    toString() {
      return this.href;
    }
    toJSON() {
      return this.href;
    }
  };

  const refused = {
    "must not use the network": ["fetch", "XMLHttpRequest", "WebSocket", "EventSource"],
    "runs without Node": ["Buffer", "Deno", "Bun", "global"],
    "has no timers": ["setTimeout", "setInterval", "setImmediate"],
    "is an ES module: use `import` and `export default`": ["require", "module", "exports"],
    "is an ES module: use `import.meta.dirname` and `import.meta.filename`": ["__dirname", "__filename"],
  };
  for (const [reason, names] of Object.entries(refused)) {
    for (const name of names) {
      Object.defineProperty(globalThis, name, {
        configurable: true,
        get() {
          throw new Error(`\`${name}\` is not there: a config ${reason}`);
        },
        // A config may have its own variable of the name.
        set(value) {
          Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
        },
      });
    }
  }

  // Literals, data and what is thrown say where they were written: by the number of a literal, or by the module and
  // the pointer in it. Its methods are its own, so that no config can change them.
  const places = new WeakMap();
  Object.assign(places, { get: places.get, set: places.set });
  // No config has more; what is computed beside it must not take its time and memory twice.
  let left = 200_000;
  const remember = (value, place) => {
    if (left > 0) {
      left -= 1;
      places.set(value, place);
    }
  };
  let lastThrown;
  const hidden = (name, value) => Object.defineProperty(globalThis, name, { value });
  hidden("$mcpvals_at", (number, value) => {
    remember(value, number);
    return value;
  });
  hidden("$mcpvals_thrown", (number, value) => {
    lastThrown = { value, number };
    return value;
  });
  hidden("$mcpvals_data", (module, root) => {
    const visit = (value, pointer) => {
      if (typeof value !== "object" || value === null) return;
      remember(value, [module, pointer]);
      for (const name of keys(value)) visit(value[name], `${pointer}/${escaped(name)}`);
    };
    visit(root, "");
    return root;
  });
  const thrown = (value) => (lastThrown !== undefined && is(lastThrown.value, value) ? lastThrown.number : null);

  const { keys, is } = Object;
  const tagOf = Function.prototype.call.bind(Object.prototype.toString);
  const escaped = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");

  function pattern(expression) {
    const flags = [...expression.flags].filter((flag) => "ims".includes(flag)).join("");
    return (flags === "" ? "" : `(?${flags})`) + expression.source;
  }

  // A regular expression stands for itself where a text of one, or a state, is expected.
  function plainRegExp(expression, path) {
    if (path.includes("args")) return undefined;
    const name = path.findLast((part) => typeof part === "string");
    if (name === "matches") return pattern(expression);
    if (name === "expectedState" || name === "desiredState") return { matches: pattern(expression) };
    return undefined;
  }

  function data(root, depthMax) {
    const problems = [];
    const marks = [];
    const open = new Set();
    const path = [];
    const pointer = () => path.map((part) => "/" + escaped(String(part))).join("");
    const problem = (message) => {
      problems.push([pointer(), message]);
      return undefined;
    };
    const within = (part, value) => {
      path.push(part);
      const plain = visit(value);
      path.pop();
      return plain;
    };

    function visit(value) {
      switch (typeof value) {
        case "string":
        case "boolean":
        case "undefined":
          return value;
        case "number":
          return Number.isFinite(value) ? value : problem(`${value} cannot stand here: not a finite number`);
        case "bigint":
          return problem("a BigInt cannot stand here: write a number");
        case "symbol":
          return problem("a symbol cannot stand here");
        case "function":
          return path.at(-1) === "expectedState" || path.at(-1) === "desiredState"
            ? problem("a function as expected state cannot be run yet (milestone M3)")
            : problem("a function cannot stand here: a config gives plain values");
        default:
          return value === null ? null : visitObject(value);
      }
    }

    function visitObject(value) {
      if (open.has(value)) return problem("the value contains itself");
      if (path.length > depthMax) return problem(`nested deeper than ${depthMax} levels`);
      const tag = tagOf(value);
      if (tag === "[object RegExp]") {
        return plainRegExp(value, path) ?? problem("a regular expression cannot stand here");
      }
      const place = places.get(value);
      if (place !== undefined) marks.push([pointer(), place]);
      open.add(value);
      const plain = Array.isArray(value) ? visitArray(value) : visitMembers(value, tag);
      open.delete(value);
      return plain;
    }

    function visitArray(items) {
      return Array.from(items, (item, index) => within(index, item) ?? null);
    }

    function visitMembers(value, tag) {
      if (typeof value.toJSON === "function") return visit(value.toJSON());
      if (tag === "[object Promise]") return problem("a promise cannot stand here: write `await` in front of it");
      if (tag !== "[object Object]") return problem(`a ${tag.slice(8, -1)} cannot stand here: a config gives plain values`);
      const members = Object.create(null);
      for (const name of Object.keys(value)) {
        const plain = within(name, value[name]);
        if (plain !== undefined) members[name] = plain;
      }
      return members;
    }

    const value = visit(root) ?? null;
    if (root === undefined) problem("the default export is undefined");
    return stringify({ value, problems, marks, variables: [...read].sort() });
  }

  return { data, thrown };
});
