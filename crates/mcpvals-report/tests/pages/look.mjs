// Looks at HTML reports as a browser and a screen reader do. Arguments: files. Prints a line for each look, and ends
// with 1 where something is wrong. `PAGE_PACKAGES` is the folder with axe-core and playwright-core.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = createRequire(pathToFileURL(join(process.env.PAGE_PACKAGES, 'index.js')));
const { chromium } = packages('playwright-core');
const axe = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');
const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
// A narrow window in one scheme is enough: what is too wide does not depend on colour.
const looks = [['light', 1280], ['dark', 1280], ['dark', 360]];

const browser = await chromium.launch({ executablePath: program, chromiumSandbox: false });
let wrong = 0;
for (const file of process.argv.slice(2)) {
  for (const [colorScheme, width] of looks) {
    const problems = await look(file, colorScheme, width);
    const name = `${file} ${colorScheme} ${width}`;
    console.log(problems.length === 0 ? `ok ${name}` : `WRONG ${name}\n${problems.join('\n')}`);
    wrong += problems.length;
  }
}
await browser.close();
process.exit(wrong === 0 ? 0 : 1);

async function look(file, colorScheme, width) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const problems = [];
  const address = pathToFileURL(file).href;
  page.on('request', (request) => request.url() === address || problems.push(`asks for ${request.url()}`));
  page.on('console', (message) => problems.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  await page.goto(address);
  problems.push(...(await page.evaluate(fits)));
  problems.push(...(await skips(page)));
  problems.push(...(await audit(page)));
  if (process.env.SCREENSHOTS) {
    const name = file.split('/').at(-1).replace('.html', '');
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}-${colorScheme}-${width}.png`, fullPage: true });
  }
  await context.close();
  return problems;
}

// Nothing but tables, which scroll by themselves, is wider than the window; the style was allowed.
function fits() {
  const problems = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) problems.push(`wider than the window: ${root.scrollWidth}`);
  if (getComputedStyle(document.querySelector('header')).display !== 'flex') problems.push('the style was refused');
  const hidden = [...document.querySelectorAll('.badge')].filter((badge) => badge.checkVisibility() && badge.getBoundingClientRect().right <= 0);
  if (hidden.length > 0) problems.push(`out of sight: ${hidden[0].outerHTML}`);
  return problems;
}

// The first key leads to a link that leads past the head of the page, and what has the focus shows it.
async function skips(page) {
  await page.keyboard.press('Tab');
  const link = await page.evaluate(() => {
    const { outlineStyle, left } = getComputedStyle(document.activeElement);
    return { target: document.activeElement.getAttribute('href'), outlineStyle, left };
  });
  await page.keyboard.press('Enter');
  const target = await page.evaluate(() => document.activeElement.id);
  const is = link.target === '#main' && target === 'main' && link.outlineStyle !== 'none';
  return is ? [] : [`the way past the head: ${JSON.stringify(link)}, then ${target}`];
}

// The contrast of the text in the drawing: 4.5 to 1.
function contrasts() {
  const light = (color) => {
    const parts = color.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const page = light(getComputedStyle(document.body).backgroundColor);
  const ratio = (text) => {
    const [dim, bright] = [page, light(getComputedStyle(text).fill)].sort((one, other) => one - other);
    return (bright + 0.05) / (dim + 0.05);
  };
  const texts = [...document.querySelectorAll('.gauge text')];
  return texts.filter((text) => ratio(text) < 4.5).map((text) => `too faint: ${text.outerHTML} (${ratio(text)})`);
}

// Every rule that axe has: WCAG 2.2 A and AA, and best practices.
async function audit(page) {
  await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
  await page.evaluate(axe);
  const { violations, incomplete } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations', 'incomplete'] }));
  const words = (kind) => (found) => `${kind} ${found.id}: ${found.help}: ${found.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(' | ')}`;
  // axe does not judge the contrast of text in a drawing, nor of what is scrolled out of sight in a narrow window.
  const unclear = incomplete.filter((found) => found.id !== 'color-contrast');
  const faint = await page.evaluate(contrasts);
  return [...violations.map(words('breaks')), ...unclear.map(words('unclear')), ...faint];
}
