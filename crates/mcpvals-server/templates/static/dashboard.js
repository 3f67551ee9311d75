// What every page of the dashboard may have: calls of the API, and forms that send themselves to it.

import { parse, write } from './json.js';

/** What our own pages send back with whatever changes something. */
const csrf = document.querySelector('meta[name=csrf]')?.getAttribute('content') ?? '';

/**
 * Calls the API.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} The `data` of the answer.
 */
export async function call(method, path, body) {
  const headers = { Accept: 'application/json', 'X-CSRF-Token': csrf };
  const init = body === undefined ? {} : { body: write(body) };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await fetch(path, { method, headers, ...init });
  const answer = await response
    .text()
    .then(parse)
    .catch(() => ({ success: false, error: { message: `HTTP ${response.status}` } }));
  if (answer.success) return answer.data;
  throw new Error(story(answer.error ?? {}));
}

/**
 * An error of the API in words: all that is wrong, each on a line.
 * @param {any} error
 */
function story({ message, details: given }) {
  const details = given ?? {};
  const wrong = Array.isArray(details.violations) ? details.violations : [];
  if (wrong.length) return wrong.map((one) => `${one.field}: ${one.constraint}`).join('\n');
  const words = message ?? 'It did not work';
  const { constraint, value } = details;
  if (typeof constraint === 'string') return words.includes(constraint) ? words : `${words}: ${constraint}`;
  return typeof value === 'string' ? `${words} (${value})` : words;
}

/**
 * Elements below another, of whatever kind they are.
 * @param {Element} element
 * @param {string} selector
 * @returns {any[]}
 */
function all(element, selector) {
  return [...element.querySelectorAll(selector)];
}

/** Puts a value at `a.b`. */
function put(object, name, value) {
  const names = name.split('.');
  const last = names.pop() ?? name;
  let at = object;
  for (const part of names) at = at[part] ??= {};
  at[last] = value;
}

/** What a field says, by its kind; nothing where it is empty. */
function said(field) {
  const text = field.value.trim();
  switch (field.dataset.kind) {
    case 'boolean':
      return field.checked;
    case 'number':
      return text === '' ? undefined : Number(text);
    case 'list':
      return text === '' ? undefined : text.split(/[\s,]+/).filter(Boolean);
    case 'json':
      return text === '' ? undefined : parsed(text, field);
    default:
      return text === '' ? undefined : text;
  }
}

/** The JSON of a field; where it is none, the field is named. */
function parsed(text, field) {
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`${field.labels?.[0]?.textContent ?? field.name}: no JSON (${error.message})`);
  }
}

/** Is a field as the page had it? */
function isSame(field) {
  return field.type === 'checkbox' ? field.checked === field.defaultChecked : field.value === field.defaultValue;
}

/** What a form says, as JSON. */
function gather(form, changedOnly) {
  const body = {};
  for (const field of form.elements) {
    if (!field.name || field.disabled || (changedOnly && isSame(field))) continue;
    if (field.dataset.kind === 'set') {
      body[field.name] ??= [];
      if (field.checked) body[field.name].push(field.value);
      continue;
    }
    const value = said(field);
    if (value !== undefined) put(body, field.name, value);
  }
  return body;
}

/**
 * A form, or a button alone, that is sent to the API: `data-method`, `data-path`, and what comes `data-then`: `reload`, `show`,
 * or a page.
 */
class Form extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector('form');
    form?.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send(form);
    });
    if (!form) this.querySelector('button')?.addEventListener('click', () => this.#send(null));
  }

  /** @param {HTMLFormElement | null} form */
  async #send(form) {
    if (this.dataset.confirm && !confirm(this.dataset.confirm)) return;
    const button = this.querySelector('button');
    if (button?.getAttribute('aria-busy') === 'true') return;
    button?.setAttribute('aria-busy', 'true');
    this.#say('', false);
    try {
      const body = this.#body(form);
      const data = await call(this.dataset.method ?? 'POST', this.dataset.path ?? '', body);
      this.#then(data, form);
    } catch (error) {
      this.#say(error.message, true);
    }
    button?.removeAttribute('aria-busy');
  }

  #body(form) {
    if (this.dataset.body) return parse(this.dataset.body);
    return form === null ? undefined : gather(form, this.hasAttribute('data-changed-only'));
  }

  #then(data, form) {
    const then = this.dataset.then ?? 'reload';
    if (then === 'reload') location.reload();
    else if (then === 'show') this.#show(data, form);
    else {
      // A page of ours, with what the answer has in its gaps.
      const path = then.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(data[name] ?? ''));
      const url = new URL(path, location.origin);
      if (url.origin === location.origin) location.assign(url);
    }
  }

  /** Fills what waits for the answer: `data-show` has the name of a member, `data-link` of one that is an address. */
  #show(data, form) {
    for (const gap of all(this, '[data-show]')) {
      const value = data[gap.dataset.show];
      gap.textContent = Array.isArray(value) ? value.join('\n') : String(value ?? '');
    }
    for (const link of all(this, '[data-link]')) {
      const url = new URL(data[link.dataset.link] ?? '', location.origin);
      if (url.origin === location.origin) link.setAttribute('href', url.pathname);
    }
    for (const hidden of all(this, '[data-result]')) hidden.hidden = false;
    form?.reset();
    this.#say(this.dataset.done ?? 'Done.', false);
  }

  /** @param {string} words @param {boolean} isWrong */
  #say(words, isWrong) {
    const status = this.querySelector('[role=status]');
    if (!status) return;
    status.classList.toggle('wrong', isWrong);
    status.textContent = words;
  }
}

customElements.define('mcpvals-form', Form);
