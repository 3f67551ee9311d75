// Tools, tried by hand. Whatever a server says becomes text of an element or the value of a field, and never mark-up.

import { call } from './dashboard.js';
import { Raw, write } from './json.js';

/** The types that a schema allows, as a list. */
function types(schema) {
  const type = schema?.type;
  return Array.isArray(type) ? type : type ? [type] : [];
}

/** The part of a schema that a reference names. */
function referred(root, place) {
  const step = (at, part) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  return place.startsWith('#/') ? place.slice(2).split('/').reduce(step, root) : undefined;
}

/** What a field goes by: references followed, and what may be nothing taken for what it is otherwise. */
function plain(schema, root, depth = 0) {
  if (!schema || typeof schema !== 'object' || depth > 8) return {};
  if (typeof schema.$ref === 'string') {
    const { $ref, ...rest } = schema;
    return { ...plain(referred(root, $ref), root, depth + 1), ...rest };
  }
  for (const choice of ['anyOf', 'oneOf', 'allOf']) {
    const branches = Array.isArray(schema[choice]) ? schema[choice].filter((one) => one?.type !== 'null') : [];
    if (branches.length === 1) {
      const { [choice]: _, ...rest } = schema;
      return { ...plain(branches[0], root, depth + 1), ...rest };
    }
  }
  return 'const' in schema ? { ...schema, enum: [schema.const] } : schema;
}

/** Characters that are not seen, or that turn what is around them, as their numbers. */
function visible(words) {
  const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]|[\u{e0000}-\u{e01ef}]/gu;
  return String(words).replace(hidden, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}

/** @returns {any} */
function element(name, props = {}, ...children) {
  const made = Object.assign(document.createElement(name), props);
  made.append(...children);
  return made;
}

/** A field of the form: its element, and what it says. */
class Field {
  constructor(name, schema, required, index) {
    this.name = name;
    this.schema = schema;
    this.required = required;
    this.id = `argument-${index}`;
    this.kind = this.#kind();
    this.input = this.#input();
  }

  #kind() {
    const all = types(this.schema).filter((type) => type !== 'null');
    if (Array.isArray(this.schema.enum)) return 'enum';
    return all.length === 1 && ['string', 'number', 'integer', 'boolean'].includes(all[0]) ? all[0] : 'json';
  }

  #input() {
    const common = { id: this.id, required: this.required && this.kind !== 'boolean' };
    const start = this.schema.default;
    switch (this.kind) {
      case 'enum': {
        const options = this.schema.enum.map((value, at) => element('option', { value: String(at), textContent: visible(text(value)) }));
        if (!this.required) options.unshift(element('option', { value: '', textContent: 'leave it out' }));
        return element('select', common, ...options);
      }
      case 'boolean': {
        const options = [['', 'leave it out'], ['true', 'true'], ['false', 'false']].slice(this.required ? 1 : 0);
        const made = element('select', common, ...options.map(([value, textContent]) => element('option', { value, textContent })));
        if (typeof start === 'boolean') made.value = String(start);
        return made;
      }
      case 'number':
      case 'integer': {
        const isNumber = (it) => typeof it === 'number' || it instanceof Raw;
        const made = element('input', { ...common, type: 'number', step: this.kind === 'integer' ? '1' : 'any' });
        for (const [member, attribute] of [['minimum', 'min'], ['maximum', 'max']]) {
          if (isNumber(this.schema[member])) made[attribute] = String(this.schema[member]);
        }
        if (isNumber(start)) made.value = String(start);
        return made;
      }
      case 'string': {
        const made = element('textarea', { ...common, rows: 1, spellcheck: false });
        if (typeof start === 'string') made.value = start;
        return made;
      }
      default:
        return element('textarea', { ...common, rows: 3, spellcheck: false, value: start === undefined ? '' : write(start) });
    }
  }

  get element() {
    const about = typeof this.schema.description === 'string' ? this.schema.description : '';
    const kind = this.kind === 'json' ? `${types(this.schema).join(' or ') || 'anything'}, as JSON` : this.kind;
    const label = element('label', { htmlFor: this.id, textContent: visible(this.name), className: this.required ? 'required' : '' });
    const note = element('span', { className: 'note', id: `${this.id}-note`, textContent: visible(about ? `${kind}: ${about}` : kind) });
    this.input.setAttribute('aria-describedby', note.id);
    return element('p', {}, label, this.input, note);
  }

  /** What it says; `undefined` where it is left out. */
  get value() {
    const said = this.input.value;
    switch (this.kind) {
      case 'enum':
        return said === '' ? undefined : this.schema.enum[Number(said)];
      case 'boolean':
        return said === '' ? undefined : said === 'true';
      case 'number':
      case 'integer':
        return said === '' ? undefined : this.#number(said);
      case 'string':
        return said === '' && !this.required ? undefined : said;
      default:
        return said.trim() === '' ? undefined : this.#parsed(said);
    }
  }

  /** Digit by digit where that is JSON. What is typed as 1e3 is a whole number all the same. */
  #number(said) {
    const digits = said.replace(/^(-?)0+(?=\d)/, '$1');
    const isExact = this.kind === 'integer' ? /^-?\d+$/ : /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
    if (!isExact.test(digits)) return Number(said);
    const isLarge = /^-?\d+$/.test(digits) && (BigInt(digits) >= 2n ** 64n || BigInt(digits) < -(2n ** 63n));
    if (isLarge) throw new Error(`${this.name}: a whole number has 64 bits at most`);
    return new Raw(digits);
  }

  /** As it is written, where it is JSON: its numbers keep their digits, its members their order. */
  #parsed(said) {
    try {
      JSON.parse(said);
    } catch (error) {
      throw new Error(`${this.name} is no JSON: ${error.message}`);
    }
    return new Raw(said.trim());
  }
}

/** So many milliseconds as a person reads them. */
function millis(time) {
  const number = Number(time) || 0;
  return number < 10 ? number.toFixed(1) : String(Math.round(number));
}

/** A value as a person reads it. */
function text(value) {
  return typeof value === 'string' ? value : write(value);
}

/** Did anything come that the server said? */
function isAnswered(answer) {
  return answer.validation?.dataFormat !== 'none';
}

/** A test of a config as YAML. JSON is YAML, so values and names are written as JSON: nothing in them ends them. */
function test(tool, args, answer) {
  const lines = ['toolHealthSuites:', '  - name: Playground', '    tests:', `      - name: ${yaml(tool)}`, `        args: ${yaml(args)}`];
  if (!isAnswered(answer)) return ['# No answer came: expected is that one comes, and is no error.', ...lines, ''].join('\n');
  const told = answer.result?.data;
  if (!answer.result?.success) lines.push(`        ${refusal(told)}`);
  else if (told !== undefined && told !== null) lines.push(`        ${success(told)}`);
  const most = Math.max(500, Math.ceil((Number(answer.executionTime) || 0) / 250) * 500);
  lines.push(`        maxLatency: ${most}`);
  return lines.join('\n') + '\n';
}

/** What came is expected again. A `content` is that of a whole result, if it has blocks. */
function success(told) {
  const isOther = Array.isArray(told.content) && !told.content.every((block) => typeof block?.type === 'string');
  return isOther ? `expect: {"equals":${yaml(told)}}` : `expectedResult: ${yaml(told)}`;
}

/** An error is expected by the words of its text, else by its code, else as some error. */
function refusal(told) {
  const isOfProtocol = Number.isInteger(told?.code) && typeof told.message === 'string';
  const said = typeof told === 'string' ? told : isOfProtocol ? told.message : told?.content?.[0]?.text;
  if (typeof said === 'string' && said.trim()) return `expectedError: ${yaml(said)}`;
  return isOfProtocol ? `expectedError: ${told.code}` : 'expect: {"isError":true}';
}

/** JSON on one line, in which characters that YAML reads otherwise are written as escapes. */
function yaml(value) {
  const escaped = (c) => (/[\t\n\r]/.test(c) ? ' ' : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return write(value).replace(/[\t\n\r\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, escaped);
}

class Playground extends HTMLElement {
  #tools = [];
  #fields = [];
  #server = {};

  connectedCallback() {
    this.#part('server').addEventListener('submit', (event) => this.#work(event, (form) => this.#list(form)));
    this.#part('call').addEventListener('submit', (event) => this.#work(event, () => this.#call()));
    // What a browser refuses to send is not called either.
    this.#part('call').addEventListener('invalid', () => (this.#part('answer').hidden = true), true);
    this.#which.addEventListener('change', () => this.#choose());
    // In a text of several lines, Enter is a line.
    this.#part('call').addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.#part('call').requestSubmit();
    });
  }

  /** @returns {any} */
  get #which() {
    return this.querySelector('#which');
  }

  /** @returns {any} */
  #part(name) {
    return this.querySelector(`[data-part=${name}]`);
  }

  /** Does what a form is for, and says how that went. */
  async #work(event, work) {
    event.preventDefault();
    const form = event.target;
    const status = form.querySelector('[role=status]');
    const button = form.querySelector('button[type=submit]');
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    status.classList.remove('wrong');
    status.textContent = 'Waiting for the server…';
    try {
      status.textContent = await work(form);
    } catch (error) {
      status.classList.add('wrong');
      status.textContent = error.message;
    }
    button.removeAttribute('aria-busy');
  }

  async #list(form) {
    // Tools of the server before are not this one's.
    this.#tools = [];
    this.#part('tools').hidden = this.#part('answer').hidden = true;
    const transport = form.elements.transport.value;
    this.#server = { serverPath: form.elements.serverPath.value.trim(), timeout: Number(form.elements.timeout.value) || 30000 };
    if (transport) this.#server.transport = transport;
    const { tools } = await call('POST', '/api/v1/tools/list', this.#server);
    this.#tools = tools;
    this.#which.replaceChildren(...tools.map((tool, at) => element('option', { value: String(at), textContent: visible(tool.name) })));
    this.#part('tools').hidden = tools.length === 0;
    if (tools.length) this.#choose();
    return ['The server lists no tools.', '1 tool'][tools.length] ?? `${tools.length} tools`;
  }

  get #tool() {
    return this.#tools[Number(this.#which.value)] ?? {};
  }

  #choose() {
    const tool = this.#tool;
    const schema = tool.inputSchema ?? {};
    const required = Array.isArray(schema.required) ? schema.required : [];
    const properties = Object.entries(schema.properties ?? {});
    this.#fields = properties.map(([name, of], at) => new Field(name, plain(of, schema), required.includes(name), at));
    this.#part('about').textContent = typeof tool.description === 'string' ? visible(tool.description) : '';
    this.#part('schema').textContent = visible(write(schema, 2));
    this.#part('fields').replaceChildren(...this.#fields.map((field) => field.element));
    if (!this.#fields.length) this.#part('fields').textContent = 'It takes no arguments.';
    this.#part('answer').hidden = true;
  }

  async #call() {
    this.#part('answer').hidden = true;
    const given = this.#fields.map((field) => [field.name, field.value]).filter(([, value]) => value !== undefined);
    const args = Object.fromEntries(given);
    const tool = this.#tool.name;
    const answer = await call('POST', '/api/v1/tools/test', { ...this.#server, toolName: tool, arguments: args });
    this.#show(tool, args, answer);
    return `${answer.status} in ${millis(answer.executionTime)} ms`;
  }

  #show(tool, args, answer) {
    const grades = answer.validation ?? {};
    const tiles = [
      ['Outcome', answer.status],
      ['Took', `${millis(answer.executionTime)} ms`],
      ['Response time', grades.responseTime],
      ['Handling of errors', grades.errorHandling],
      ['Form of the data', grades.dataFormat],
    ];
    const tile = ([label, value]) => element('div', {}, element('dt', { textContent: label }), element('dd', { textContent: visible(text(value ?? '–')) }));
    this.#part('grades').replaceChildren(...tiles.map(tile));
    this.#part('result').textContent = visible(write(answer.result, 2));
    this.#part('test').textContent = test(tool, args, answer);
    this.#part('answer').hidden = false;
    this.#part('answer').querySelector('h2').focus();
  }
}

customElements.define('mcpvals-playground', Playground);
