// Plays a meeting in Firefox: `node play.mjs FIREFOX ADDRESS PICTURE`; prints what was seen as JSON.
import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';

const web = createRequire(fileURLToPath(new URL('../../../web/package.json', import.meta.url)));
const {default: puppeteer} = await import(web.resolve('puppeteer-core'));
const [, , executablePath, address, picture] = process.argv;
const browser = await puppeteer.launch({
  browser: 'firefox', executablePath, headless: true,
  extraPrefsFirefox: {'media.autoplay.default': 0, 'app.update.enabled': false, 'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false, 'browser.safebrowsing.downloads.remote.enabled': false},
});
const errors = [];
try {
  const page = await browser.newPage();
  await page.setViewport({width: 1280, height: 900});
  page.on('pageerror', error => errors.push(String(error)));
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  await page.goto(address);
  await page.waitForSelector('.playback');
  const at = () => page.$eval('.scrubber', one => Number(one.value));
  await page.click('.pins .pin');
  const from = await at();
  await page.waitForFunction(start => Number(document.querySelector('.scrubber').value) > start + 1, {timeout: 20_000}, from);
  const banner = await page.$eval('.banner', one => one.innerText);
  await page.keyboard.press('k');
  const label = await page.$eval('.play', one => one.getAttribute('aria-label'));
  const lit = await page.$$eval('.utterance.now', found => found.length);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  await page.screenshot({path: picture});
  console.log(JSON.stringify({version: await browser.version(), from, until: await at(), banner, label, lit, isWide, errors}));
} finally {
  await browser.close();
}
