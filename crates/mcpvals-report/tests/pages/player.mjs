// Opens the replay of a long trace, and plays it with the keyboard. Arguments: files. Prints `ok NAME` for each.
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const OPEN_MS_MAX = 2000;
const packages = createRequire(pathToFileURL(join(process.env.PAGE_PACKAGES, 'index.js')));
const { chromium } = packages('playwright-core');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', chromiumSandbox: false });
let wrong = 0;
for (const file of process.argv.slice(2)) {
  const page = await browser.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const took = await opened(page, pathToFileURL(file).href);
  if (took > OPEN_MS_MAX) problems.push(`opened after ${took} ms`);
  const at = () => page.evaluate(() => document.querySelector('[aria-current=step]')?.id);
  const shown = () => page.evaluate(() => document.querySelectorAll('.frame:not([hidden])').length);
  const expect = (what, is, wanted) => is === wanted || problems.push(`${what}: ${is}, not ${wanted}`);
  const ids = await page.evaluate(() => [...document.querySelectorAll('.frame')].map((frame) => frame.id));
  await page.keyboard.press('ArrowRight');
  expect('one on', await at(), ids[1]);
  await page.keyboard.press('End');
  expect('the end', await at(), ids.at(-1));
  await page.keyboard.press('Home');
  expect('the beginning', await at(), ids[0]);
  const third = () => page.evaluate((id) => document.getElementById(id).querySelector('details').open, ids[2]);
  await page.focus(`[id="${ids[2]}"] > details > summary`);
  await page.keyboard.press(' ');
  expect('a focused frame unfolded', await third(), true);
  expect('is played meanwhile', await page.evaluate(() => document.querySelector('[data-do=play]').textContent.includes('Pause')), false);
  await page.keyboard.press(' ');
  expect('and folded again', await third(), false);
  expect('the place stays', await at(), ids[0]);
  await page.selectOption('[data-is=speed]', '100');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press(' ');
  await page.waitForFunction((second) => document.querySelector('[aria-current=step]')?.id !== second, ids[0], { timeout: 5000 });
  await page.keyboard.press(' ');
  await page.keyboard.press('/');
  await page.keyboard.type('"a": 4321');
  await page.waitForFunction(() => document.querySelectorAll('.frame:not([hidden])').length === 1, null, { timeout: 5000 });
  expect('what is searched for', await shown(), 1);
  await page.keyboard.press('Escape');
  await page.goto(`${pathToFileURL(file).href}#frame-120`);
  await page.reload();
  expect('a deep link', await at(), 'frame-120');
  expect('is unfolded', await page.evaluate(() => document.querySelector('#frame-120 > details').open), true);
  console.log(problems.length === 0 ? `ok ${basename(file)} (${Math.round(took)} ms)` : `WRONG ${basename(file)}\n${problems.join('\n')}`);
  wrong += problems.length;
  await page.close();
}
await browser.close();
process.exit(wrong === 0 ? 0 : 1);

// The time of the page's own thread: other programs use the machine, too.
async function opened(page, address) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(address, { waitUntil: 'load' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}
