// The replay of a trace: its list of frames, to be played, stepped through and searched.

/** What can be pressed, and what it does. */
const KEYS = /** @type {const} */ ({ ' ': 'play', ArrowRight: 'next', ArrowLeft: 'back', Home: 'first', End: 'last' });

/** The longest and the shortest that is waited between two frames, in milliseconds. */
const WAIT_MAX = 2000;
const WAIT_MIN = 60;

/** The player that keys are for: the one that was used last. @type {Replay | undefined} */
let active;

class Replay extends HTMLElement {
  /** @type {HTMLElement[]} */ #frames = [];
  /** Those that are shown. @type {HTMLElement[]} */ #shown = [];
  #at = 0;
  #timer = 0;
  #search = 0;
  /** The frame that was unfolded by a step, and is folded by the next. @type {HTMLDetailsElement | undefined} */ #opened;

  connectedCallback() {
    const player = this.querySelector('.player');
    if (!(player instanceof HTMLElement)) return;
    this.#frames = [...this.querySelectorAll('.frame')].filter((frame) => frame instanceof HTMLElement);
    this.#shown = this.#frames;
    player.hidden = false;
    player.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button?.dataset.do) this.do(button.dataset.do);
    });
    player.addEventListener('input', (event) => this.#input(event.target));
    this.addEventListener('pointerdown', () => (active = this));
    this.addEventListener('focusin', () => (active = this));
    this.addEventListener('toggle', (event) => this.#toggled(event), true);
    this.querySelector('.axis')?.addEventListener('click', (event) => this.#seek(event));
    active ??= this;
    const linked = location.hash ? this.#frames.findIndex((frame) => `#${frame.id}` === location.hash) : -1;
    this.#filter();
    if (linked >= 0) this.#go(linked);
  }

  /** @param {string} what */
  do(what) {
    if (what === 'play') return this.#timer ? this.#pause() : this.#play();
    this.#pause();
    const last = this.#shown.length - 1;
    const to = { first: 0, back: this.#at - 1, next: this.#at + 1, last }[what] ?? 0;
    this.#go(to);
  }

  find() {
    this.#control('.search input').focus();
  }

  /**
   * @param {string} which
   * @returns {HTMLInputElement | HTMLSelectElement}
   */
  #control(which) {
    const control = this.querySelector(which);
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) return control;
    return document.createElement('input');
  }

  /** @param {EventTarget | null} target */
  #input(target) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (target.dataset.is === 'place') {
      this.#pause();
      this.#go(Number(target.value));
    } else if (target.dataset.is !== 'speed') {
      clearTimeout(this.#search);
      this.#search = setTimeout(() => this.#filter(), 120);
    }
  }

  #filter() {
    const words = this.#control('.search input').value.trim().toLowerCase();
    const method = this.#control('[data-is=method]').value;
    const kase = this.#control('[data-is=case]').value;
    const odd = this.#control('[data-is=odd]');
    const onlyOdd = odd instanceof HTMLInputElement && odd.checked;
    const channels = [...this.querySelectorAll('[data-is=channel]:checked')].map((box) => box.getAttribute('value'));
    const before = this.#shown[this.#at];
    this.#shown = [];
    for (const frame of this.#frames) {
      const { c, m, k } = frame.dataset;
      const is =
        channels.includes(c ?? '') &&
        (!method || m === method) &&
        (!kase || k === kase) &&
        (!onlyOdd || frame.classList.contains('odd')) &&
        (!words || (frame.textContent ?? '').toLowerCase().includes(words));
      frame.hidden = !is;
      if (is) this.#shown.push(frame);
    }
    const hits = this.querySelector('.hits');
    if (hits) hits.textContent = `${this.#shown.length} of ${this.#frames.length} shown`;
    const place = this.#control('[data-is=place]');
    place.setAttribute('max', String(Math.max(0, this.#shown.length - 1)));
    this.#mark(Math.max(0, this.#shown.indexOf(/** @type {HTMLElement} */ (before))));
  }

  /** Makes a frame the one that is looked at. @param {number} to */
  #mark(to) {
    this.querySelector('[aria-current]')?.removeAttribute('aria-current');
    this.#at = Math.min(Math.max(to, 0), Math.max(0, this.#shown.length - 1));
    const frame = this.#shown[this.#at];
    const now = this.querySelector('.now');
    this.#control('[data-is=place]').value = String(this.#at);
    if (now) now.textContent = frame ? `${this.#at + 1} of ${this.#shown.length}, ${Number(frame.dataset.t) / 1e6} s` : 'none';
    if (!frame) return;
    frame.setAttribute('aria-current', 'step');
    this.#head(Number(frame.dataset.t));
  }

  /** Goes to a frame: it is unfolded and in sight. @param {number} to */
  #go(to) {
    this.#mark(to);
    const frame = this.#shown[this.#at];
    const details = frame?.querySelector('details');
    if (this.#opened && this.#opened !== details) this.#opened.open = false;
    this.#opened = undefined;
    if (details && !details.open) {
      details.open = true;
      this.#opened = details;
    }
    frame?.scrollIntoView({ block: 'nearest' });
  }

  /** Moves the line on the axis. @param {number} us */
  #head(us) {
    const axis = this.querySelector('.axis');
    const line = axis?.querySelector('.playhead');
    if (!(axis instanceof SVGElement) || !line) return;
    const x = 70 + (800 * (us - Number(axis.dataset.from))) / Math.max(1, Number(axis.dataset.span));
    line.setAttribute('x1', String(x));
    line.setAttribute('x2', String(x));
  }

  /** To the frame that is nearest to where the axis was clicked. @param {Event} event */
  #seek(event) {
    const axis = event.currentTarget;
    if (!(axis instanceof SVGElement) || !(event instanceof MouseEvent)) return;
    const box = axis.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 880;
    const us = Number(axis.dataset.from) + ((x - 70) / 800) * Number(axis.dataset.span);
    const away = this.#shown.map((frame) => Math.abs(Number(frame.dataset.t) - us));
    this.#pause();
    this.#go(away.reduce((best, one, at) => (one < (away[best] ?? Infinity) ? at : best), 0));
  }

  #play() {
    if (this.#at >= this.#shown.length - 1) this.#go(0);
    this.#button('Pause', '❚❚');
    const step = () => {
      const [here, next] = [this.#shown[this.#at], this.#shown[this.#at + 1]];
      if (!here || !next) return this.#pause();
      const gap = (Number(next.dataset.t) - Number(here.dataset.t)) / 1000 / Number(this.#control('[data-is=speed]').value);
      this.#timer = setTimeout(() => {
        this.#go(this.#at + 1);
        step();
      }, Math.min(WAIT_MAX, Math.max(WAIT_MIN, gap)));
    };
    step();
  }

  #pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#button('Play', '▶');
  }

  /**
   * @param {string} words
   * @param {string} sign
   */
  #button(words, sign) {
    const spans = this.querySelectorAll('[data-do=play] span');
    [sign, words].forEach((text, at) => spans[at] && (spans[at].textContent = text));
  }

  /** A frame is unfolded: its JSON can be folded, part by part. @param {Event} event */
  #toggled(event) {
    const details = event.target;
    if (!(details instanceof HTMLDetailsElement) || !details.open) return;
    const pre = details.querySelector(':scope > pre.json');
    if (pre) fold(pre);
  }
}

/**
 * Makes a text of JSON one whose parts can be folded. What is not understood stays as it is.
 * @param {Element} pre
 */
function fold(pre) {
  const LINES_MAX = 3000;
  const lines = (pre.textContent ?? '').split('\n');
  if (lines.length > LINES_MAX || pre.querySelector('details')) return;
  /** @type {Element[]} */
  const open = [document.createElement('div')];
  const root = open[0];
  for (const line of lines) {
    const here = open.at(-1);
    if (!here) return;
    const end = line.trimEnd();
    if ((end.endsWith('{') || end.endsWith('[')) && open.length < 100) {
      const details = document.createElement('details');
      const summary = document.createElement('summary');
      details.open = true;
      summary.textContent = line;
      details.append(summary);
      here.append(details);
      open.push(details);
    } else {
      const closes = /^\s*[\]}],?$/.test(line);
      if (closes && open.length > 1) open.pop();
      const span = document.createElement('span');
      span.textContent = `${line}\n`;
      (closes ? open.at(-1) : here)?.append(span);
    }
  }
  if (root && open.length === 1) pre.replaceChildren(...root.childNodes);
}

customElements.define('mcpvals-replay', Replay);

addEventListener('keydown', (event) => {
  const { target } = event;
  const types = target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
  if (!active || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape' && types) return target.blur();
  // Space does what the focused thing is for: a frame is unfolded, a button pressed.
  const isPressed = target instanceof HTMLElement && target.closest('button, summary') !== null;
  if (types || (event.key === ' ' && isPressed)) return;
  if (event.key === '/') active.find();
  else if (event.key in KEYS) active.do(KEYS[/** @type {keyof typeof KEYS} */ (event.key)]);
  else return;
  event.preventDefault();
});
