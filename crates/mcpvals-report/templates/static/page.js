// Elements that any page may have. Without them, a page is whole: they only make it quicker to use.

/** Light, dark, or as the system has it. */
class Theme extends HTMLElement {
  connectedCallback() {
    const button = document.createElement('button');
    button.type = 'button';
    button.addEventListener('click', () => this.#next(button));
    this.replaceChildren(button);
    this.#show(button);
  }

  /** @returns {'auto' | 'light' | 'dark'} */
  get #chosen() {
    const theme = document.documentElement.dataset.theme;
    return theme === 'light' || theme === 'dark' ? theme : 'auto';
  }

  /** @param {HTMLButtonElement} button */
  #next(button) {
    const next = /** @type {const} */ ({ auto: 'light', light: 'dark', dark: 'auto' })[this.#chosen];
    if (next === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem('mcpvals-theme', next);
    } catch {
      // It holds as long as the page.
    }
    this.#show(button);
  }

  /** @param {HTMLButtonElement} button */
  #show(button) {
    button.textContent = `Colours: ${this.#chosen}`;
  }
}

/** A text with a button that copies it. */
class Copy extends HTMLElement {
  connectedCallback() {
    // What is folded away has no button: there may be thousands.
    const folded = this.closest('details:not([open])');
    if (folded) folded.addEventListener('toggle', () => this.connectedCallback(), { once: true });
    else if (!this.querySelector('button')) this.#add();
  }

  #add() {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const is = await copy(this.querySelector('pre') ?? this);
      button.textContent = is ? 'Copied' : 'Selected: copy it';
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
    this.append(button);
  }
}

/**
 * Copies what an element says; where that is not allowed, selects it.
 * @param {Element} element
 * @returns {Promise<boolean>}
 */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return false;
  }
}

/** Items in groups, of which only those are shown that are searched for. */
class Filter extends HTMLElement {
  connectedCallback() {
    const bar = this.querySelector('.toolbar');
    if (!(bar instanceof HTMLElement)) return;
    bar.hidden = false;
    bar.addEventListener('input', () => this.#show());
    bar.addEventListener('click', (event) => {
      const what = event.target instanceof HTMLButtonElement ? event.target.dataset.do : undefined;
      if (what) this.#items().forEach((item) => item.hidden || item.toggleAttribute('open', what === 'open'));
    });
    this.#show();
  }

  /** @returns {HTMLElement[]} */
  #items() {
    return [...this.querySelectorAll('[data-item]')].filter((item) => item instanceof HTMLElement);
  }

  #show() {
    const search = this.querySelector('input[type=search]');
    const words = search instanceof HTMLInputElement ? search.value.trim().toLowerCase() : '';
    const boxes = [...this.querySelectorAll('.toolbar input[type=checkbox]')];
    const chosen = boxes.filter((box) => box instanceof HTMLInputElement && box.checked).map((box) => box.getAttribute('value'));
    let hits = 0;
    const items = this.#items();
    for (const item of items) {
      const is = chosen.includes(item.dataset.word ?? '') && (!words || (item.textContent ?? '').toLowerCase().includes(words));
      item.hidden = !is;
      hits += Number(is);
    }
    for (const group of this.querySelectorAll('[data-group]')) {
      if (group instanceof HTMLElement) group.hidden = !group.querySelector('[data-item]:not([hidden])');
    }
    const status = this.querySelector('.hits');
    if (status) status.textContent = `${hits} of ${items.length} shown`;
  }
}

customElements.define('mcpvals-theme', Theme);
customElements.define('mcpvals-copy', Copy);
customElements.define('mcpvals-filter', Filter);

/** What a link leads to is unfolded. */
function unfold() {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  for (let at = target; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  const inner = target?.querySelector(':scope > details');
  if (inner instanceof HTMLDetailsElement) inner.open = true;
  target?.scrollIntoView({ block: 'start' });
}

addEventListener('hashchange', unfold);
unfold();
