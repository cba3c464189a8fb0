import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../tests/support/find-chromium.ts';
import { signInTo } from '../../tests/support/running.ts';

/*
 * Drags the time cursor through an accident's recording of 10,000 samples in a running demo, and counts frames:
 *   npm run bench -- scrub --address http://127.0.0.1:8080 [--slower 4]
 * Other work on the machine lowers the frame rate, so the script also measures the processor time of a frame.
 */
const { values: asked } = parseArgs({
  options: { address: { type: 'string', default: 'http://127.0.0.1:8080' }, slower: { type: 'string', default: '1' } },
});
const samples = 10_000;
const frames = 300;

const { token } = await signInTo(asked.address, 'operator@demo.drivedesk');
const list = await fetch(
  `${asked.address}/api/v2/Accident/table/opened?page=1&pageSize=1&sort=MaximumAcceleration-desc`,
  {
    headers: { authorization: `Bearer ${token}` },
  },
);
const [accident] = ((await list.json()) as { Items: { Id: number; ObjectId: string }[] }).Items;
if (!accident) throw new Error('The demo has no new accident to look at.');

/** Returns a recording of ten seconds at 1 kHz around an impact. */
const curve = () => {
  const Time = Array.from({ length: samples }, (_, i) => (i - samples / 2) / 1000);
  const wave = (factor: number) =>
    Time.map(time => factor * Math.exp(-((time / 0.05) ** 2)) + 0.2 * Math.sin(time * 90));
  return {
    RateHz: 1000,
    Samples: samples,
    Time,
    Longitudinal: wave(-9),
    Lateral: wave(3),
    Vertical: wave(1),
    Resultant: wave(9.5),
  };
};

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
const session = JSON.stringify({ Token: token, ExpiresAt: new Date(Date.now() + 3_600_000).toISOString() });
const origin = { origin: asked.address, localStorage: [{ name: 'tokens', value: session }] };
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  storageState: { cookies: [], origins: [origin] },
});
const page = await context.newPage();
page.setDefaultTimeout(120_000);
await page.route('**/api/crashes/curves/**', async route => {
  const reply = await route.fetch();
  await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), ...curve() } });
});
await page.goto(`${asked.address}/cabinet/accidents/opened/${accident.Id}/${accident.ObjectId}`);
await page.getByRole('img', { name: /^График скорости/ }).waitFor();
// Waits until the page is idle, because work of the page load must not count.
await page.locator('.maplibregl-canvas').waitFor();
const devtools = await context.newCDPSession(page);
await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(asked.slower) });
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
const busyMs = async (): Promise<number> => {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
};

const busyBefore = await busyMs();
const tookMs = await page.evaluate(async count => {
  const slider = document.querySelector<HTMLInputElement>('input[type=range]');
  if (!slider) throw new Error('no slider');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const [from, to] = [Number(slider.min), Number(slider.max)];
  const began = performance.now();
  for (let i = 0; i < count; i++) {
    await new Promise(done => requestAnimationFrame(done));
    set?.call(slider, String(from + ((to - from) * i) / count));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return performance.now() - began;
}, frames);
const busy = (await busyMs()) - busyBefore;
await browser.close();

const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0];
console.log(`${samples} samples, ${frames} positions, processor ${asked.slower}× slower, load of the machine ${load}`);
console.log(
  `${((frames / tookMs) * 1000).toFixed(1)} frames a second; ${(busy / frames).toFixed(2)} ms of processor time a frame (20 allow 50)`,
);
