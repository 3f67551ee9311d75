// Uses the dashboard as a person does, and looks at each page as a browser and a screen reader do. Arguments: the service's
// address, a key with the admin scope, the path of a hostile server. Prints a line for each page, and ends with 1 where
// something is wrong. `PAGE_PACKAGES` is the folder with axe-core and playwright-core; `SCREENSHOTS` a folder for pictures.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = createRequire(pathToFileURL(join(process.env.PAGE_PACKAGES, 'index.js')));
const { chromium } = packages('playwright-core');
const axe = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');
const [base, key, evil] = process.argv.slice(2);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: false,
  args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const page = await context.newPage();
page.setDefaultTimeout(90_000);
let problems = [];
let wrong = 0;
page.on('request', (request) => request.url().startsWith(`${base}/`) || problems.push(`asks for ${request.url()}`));
page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`));
page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
page.on('dialog', (dialog) => dialog.accept());

/** Asked through the protocol, so that the page's own policy is no obstacle. */
async function evaluated(expression) {
  const session = await context.newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe });
  const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  await session.detach();
  return result.value;
}

async function look(name, narrow = 400) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    const found = await evaluated(
      'axe.run(document).then((r) => r.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 200)).join(" ")}`))',
    );
    problems.push(...found.map((problem) => `${colorScheme}: ${problem}`));
    if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}-${colorScheme}.png`) });
  }
  const canary = await evaluated('[globalThis.canary, document.querySelectorAll("img, iframe, a[href^=javascript]").length].join()');
  if (canary !== ',0') problems.push(`RAN ${canary}`);
  await page.setViewportSize({ width: narrow, height: 900 });
  const { scroll, client } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth }));
  if (scroll > client) problems.push(`wider than a narrow window: ${scroll}`);
  await page.setViewportSize({ width: 1280, height: 900 });
  console.log(problems.length === 0 ? `ok ${name}` : `WRONG ${name}\n${problems.join('\n')}`);
  wrong += problems.length;
  problems = [];
}

const visit = async (name, path) => {
  await page.goto(base + path);
  await look(name);
};

// Without a mouse: the key is typed, and Enter sends it.
await page.goto(`${base}/keys`);
await look('signin');
await page.focus('#key');
await page.keyboard.type(key);
await page.keyboard.press('Enter');
await page.waitForURL(`${base}/keys`);
await page.fill('#name', '"><img src=x onerror=globalThis.canary=1>');
await page.click('button.main');
await page.waitForSelector('.secret:not([hidden])');
await look('keys');

// A list that is open sees what another page begins.
await page.goto(`${base}/`);
await page.waitForFunction(() => document.querySelector('.live')?.textContent.startsWith('Live'));
await page.fill('#path', evil);
await page.fill('#tags', 'canary');
const list = await context.newPage();
await list.goto(`${base}/`);
await list.waitForFunction(() => document.querySelector('.live')?.textContent.startsWith('Live'));
await page.click('button.main');
await page.waitForURL(/evaluations\/eval_/);
await look('running', 360);
await list.waitForFunction(() => document.querySelector('tr[data-evaluation] .badge.completed'), undefined, { timeout: 90_000 });
console.log('ok live');
// When it ends, the page is loaded again by itself.
await page.waitForSelector('.gauge');
await look('evaluation');
const evaluation = new URL(page.url()).pathname;
// Only what is accepted is offered.
const offered = () => page.locator('select[name=template] option:not([disabled])').evaluateAll((all) => all.map((one) => one.value).join());
for (const format of ['json', 'xml', 'html']) {
  await page.selectOption('select[name=format]', format);
  if ((await offered()) !== ',summary,submission,ci') problems.push(`${format} is offered for ${await offered()}`);
}
await page.click('button:text-is("Make")');
await page.waitForSelector('a[data-link]:not([hidden])');
const replay = await page.locator('a[href*="/traces/"]').first().getAttribute('href');

await visit('list', '/');
await visit('replay', replay);
await visit('compare', `/compare?a=${evaluation.split('/')[2]}&b=${evaluation.split('/')[2]}`);
await visit('history', '/history');
await page.locator('main table a').first().click();
await page.waitForURL(/target=/);
await look('history-of-one');
await visit('matrix', '/matrix');
await visit('reports', '/reports');
await visit('settings', '/settings');
await page.fill('#maxQueued', '900');
await page.click('button.main');
await page.waitForSelector('text=limits.maxQueued: 1000 → 900');
await look('settings-changed');
await visit('docs', '/docs');

await page.goto(`${base}/playground?serverPath=${encodeURIComponent(evil)}`);
await page.click('[data-part=server] button');
await page.waitForSelector('[data-part=tools]:not([hidden])');
// Without a mouse, from within a field.
await page.locator('[data-part=fields] :is(textarea, input)').first().press('Control+Enter');
await page.waitForSelector('[data-part=answer]:not([hidden])');
const test = await page.textContent('[data-part=test]');
if (!test.startsWith('toolHealthSuites:\n') || !test.includes('maxLatency: ')) problems.push(`no test: ${test}`);
await look('playground');

// Numbers keep their digits, both ways, and what is not known is not expected. The answers are ours.
let told;
let sent = '';
await page.route('**/api/v1/tools/*', (route) => {
  sent = route.request().postData() ?? '';
  return route.fulfill({ contentType: 'application/json', body: told });
});
const press = async (part) => {
  await page.click(`[data-part=${part}] button`);
  await page.waitForFunction(() => !document.querySelector('[aria-busy]'));
};
const saved = () => page.textContent('[data-part=test]');
const isSeen = (part) => page.locator(`[data-part=${part}]`).isVisible();
const number = '1234567890123456789';
told = '{"success":true,"data":{"tools":[{"name":"add","inputSchema":{"properties":{"n":{"type":"integer"},"o":{"type":"object"}}}}]}}';
await press('server');
await page.fill('#argument-0', number);
await page.fill('#argument-1', '{"2": 1.0, "1": 9007199254740993}');
told = `{"success":true,"data":{"status":"passed","executionTime":1,"result":{"success":true,"data":{"sum":${number}}},"validation":{"dataFormat":"valid"}}}`;
await press('call');
const args = `{"n":${number},"o":{"2": 1.0, "1": 9007199254740993}}`;
if (!sent.includes(`"arguments":${args}`)) problems.push(`sent: ${sent}`);
if (!(await saved()).includes(`args: ${args}\n        expectedResult: {"sum":${number}}\n`)) problems.push(`saved: ${await saved()}`);
told = '{"success":true,"data":{"status":"failed","executionTime":1,"result":{"success":false,"data":"the connection ended"},"validation":{"dataFormat":"none"}}}';
await press('call');
if (!(await saved()).startsWith('# No answer came') || (await saved()).includes('expectedError')) problems.push(`of no answer: ${await saved()}`);
await page.fill('#argument-1', '{');
await press('call');
if (await isSeen('answer')) problems.push('the answer of another call is still there');
told = '{"success":false,"error":{"message":"Invalid server path provided","details":{"field":"serverPath","constraint":"must be an existing directory"}}}';
await press('server');
if (await isSeen('tools')) problems.push('tools of another server are still there');
const why = await page.textContent('[data-part=server] [role=status]');
if (!why.includes('must be an existing directory')) problems.push(`no reason: ${why}`);
await page.unroute('**/api/v1/tools/*');

await page.click('text=Sign out');
await page.waitForURL(/signin/);
await page.goto(`${base}/`);
if (!page.url().includes('/signin')) problems.push('still signed in');
await look('signed-out');
await browser.close();
process.exit(wrong === 0 ? 0 : 1);
