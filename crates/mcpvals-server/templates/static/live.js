// What happens while a page is open: rows of the list, the progress of one evaluation. Only text is written into the page.

/** The fields of an event, or nothing. */
function data(event) {
  try {
    return JSON.parse(event.data).data ?? {};
  } catch {
    return {};
  }
}

/** A score of 100, as the table has it: only a full one shows as 100. */
function shown(score) {
  return (score < 100 ? Math.min(score, 99.9) : score).toFixed(1);
}

const STATES = { started: 'running', completed: 'completed', failed: 'failed', cancelled: 'cancelled' };

/** The list of evaluations: rows follow what happens, and the page asks for itself again where it does not know a row. */
class Evaluations extends HTMLElement {
  #source;
  #wait;

  connectedCallback() {
    this.#source = new EventSource(this.dataset.events);
    this.#source.addEventListener('open', () => this.#say('Live: changes are shown as they happen.'));
    this.#source.addEventListener('error', () => this.#say('Not live for now: reload to see what changed.'));
    for (const [name, state] of Object.entries(STATES)) {
      this.#source.addEventListener(`evaluation:${name}`, (event) => this.#changed(data(event), state));
    }
    this.#source.addEventListener('evaluation:progress', (event) => this.#progress(data(event)));
  }

  disconnectedCallback() {
    this.#source?.close();
    clearTimeout(this.#wait);
  }

  #row(id) {
    return typeof id === 'string' ? this.querySelector(`[data-evaluation="${CSS.escape(id)}"]`) : null;
  }

  #changed({ id, score, serverPath }, state) {
    const row = this.#row(id);
    const name = row?.querySelector('th')?.textContent ?? serverPath ?? id;
    this.#mark(row, state);
    const cell = row?.querySelector('[data-cell=score]');
    if (cell && typeof score === 'number') cell.textContent = shown(score);
    const scored = typeof score === 'number' ? `, score ${shown(score)}` : '';
    this.#say(`${name}: ${state}${scored}`);
    if (!row || state !== 'running') this.#again();
  }

  #mark(row, state) {
    const badge = row?.querySelector('[data-cell=status] .badge');
    if (!badge) return;
    badge.className = `badge ${state}`;
    badge.textContent = state;
    row.querySelector('[data-cell=status] progress')?.remove();
  }

  #progress({ id, progress }) {
    const cell = this.#row(id)?.querySelector('[data-cell=status]');
    if (!cell || !progress) return;
    let bar = cell.querySelector('progress');
    if (!bar) {
      bar = document.createElement('progress');
      bar.max = 100;
      bar.setAttribute('aria-label', 'Of this phase');
      cell.append(' ', bar);
    }
    bar.value = Number(progress.percentage) || 0;
  }

  /** Asks for the page again, not too often, and takes the rows from it. */
  #again() {
    this.#wait ??= setTimeout(async () => {
      this.#wait = undefined;
      const response = await fetch(location.href).catch(() => undefined);
      if (!response?.ok || response.redirected) return;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const rows = page.querySelector('[data-live=rows]');
      const old = this.querySelector('[data-live=rows]');
      if (!rows || !old) return;
      const focused = old.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
      old.replaceChildren(...rows.childNodes);
      const again = focused && old.querySelector(`[href="${CSS.escape(focused)}"]`);
      if (again instanceof HTMLElement) again.focus();
    }, 1500);
  }

  #say(words) {
    const status = this.querySelector('.live');
    if (status) status.textContent = words;
  }
}

/** One evaluation that waits or runs: its progress, and what it came to when it ends. */
class Evaluation extends HTMLElement {
  #source;

  connectedCallback() {
    this.#source = new EventSource(this.dataset.events);
    this.#source.addEventListener('evaluation:started', () => {
      const badge = document.querySelector('.hero .badge');
      if (badge) Object.assign(badge, { className: 'badge running', textContent: 'running' });
      this.#say('It runs.');
    });
    this.#source.addEventListener('evaluation:progress', (event) => this.#progress(data(event)));
    this.#source.addEventListener('hook:completed', (event) => {
      const { hook, status } = data(event);
      this.#tell(`${hook}: ${status}`);
    });
    this.#source.addEventListener('tool:result', (event) => {
      const { toolName, status } = data(event);
      this.#tell(`${toolName}: ${status}`);
    });
    this.#source.addEventListener('error:occurred', (event) => this.#tell(data(event).error?.message ?? 'an error'));
    for (const name of ['completed', 'failed', 'cancelled']) {
      this.#source.addEventListener(`evaluation:${name}`, () => {
        this.#source.close();
        this.#say('It has ended: the page is loaded again.');
        location.reload();
      });
    }
  }

  disconnectedCallback() {
    this.#source?.close();
  }

  #progress({ phase, progress, currentTask }) {
    const bar = this.querySelector(`progress[data-phase="${phase === 'runtime' ? 'runtime' : 'static'}"]`);
    if (bar instanceof HTMLProgressElement && progress) {
      bar.max = Math.max(Number(progress.total) || 0, 1);
      bar.value = Number(progress.current) || 0;
      const words = bar.parentElement?.querySelector(`[data-words="${bar.dataset.phase}"]`);
      if (words) words.textContent = `${progress.current} of ${progress.total}`;
    }
    if (currentTask) this.#say(currentTask);
  }

  #tell(words) {
    const list = this.querySelector('.told');
    if (!list) return;
    const item = document.createElement('li');
    item.textContent = words;
    list.prepend(item);
    while (list.children.length > 40) list.lastElementChild?.remove();
  }

  #say(words) {
    const status = this.querySelector('.live');
    if (status) status.textContent = words;
  }
}

customElements.define('mcpvals-evaluations', Evaluations);
customElements.define('mcpvals-evaluation', Evaluation);
