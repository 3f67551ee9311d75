// Opens pages that are full of what a hostile server might say, unfolds, touches and searches everything, and tells whether
// any of it ran. Arguments: files. Prints `ok NAME` or `RAN NAME` for each.
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = createRequire(pathToFileURL(join(process.env.PAGE_PACKAGES, 'index.js')));
const { chromium } = packages('playwright-core');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', chromiumSandbox: false });
for (const file of process.argv.slice(2)) {
  const page = await browser.newPage();
  const address = pathToFileURL(file).href;
  const asked = [];
  page.on('request', (request) => request.url().split('#')[0] === address || asked.push(request.url()));
  let dialogs = 0;
  page.on('dialog', (dialog) => (dialogs++, dialog.dismiss()));
  await page.goto(address);
  const ran = await page.evaluate(touch);
  const links = await page.evaluate(() => [...document.querySelectorAll('a')].filter((a) => a.protocol === 'javascript:').length);
  console.log(`${ran || dialogs || links || asked.length ? 'RAN' : 'ok'} ${basename(file, '.html')}`);
  await page.close();
}
await browser.close();

async function touch() {
  document.querySelectorAll('details').forEach((one) => (one.open = true));
  await new Promise((done) => setTimeout(done, 300));
  const events = ['mouseover', 'mouseenter', 'focus', 'error', 'load', 'toggle'];
  document.querySelectorAll('body *').forEach((one) => events.forEach((name) => one.dispatchEvent(new Event(name))));
  document.querySelectorAll('button').forEach((one) => one.click());
  await new Promise((done) => setTimeout(done, 300));
  return globalThis.canary !== undefined;
}
