import { gzipSync } from 'node:zlib';
import { type BrowserContext, chromium } from 'playwright-core';
import { buildCabinet, cabinetIsStale } from '../../scripts/build-cabinet.ts';
import { chromiumArguments, findChromium } from '../../tests/support/find-chromium.ts';
import { startServer } from '../../tests/support/running.ts';

/*
 * Measures the JavaScript (gzip -9) loaded from a cold cache before the login form and before the first list row. It
 * also measures the time of both with a CPU slowdown of 4.
 *   npm run bench -- load [--runs 5]
 */
const runs = Number(process.argv[process.argv.indexOf('--runs') + 1]) || 3;

if (await cabinetIsStale()) await buildCabinet();
const { address, ...server } = await startServer('./data/bench');
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });

interface Loaded {
  readonly scriptsKb: number;
  readonly readyMs: number;
}

const load = async (context: BrowserContext, path: string, ready: string): Promise<Loaded> => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const sizes: Promise<number>[] = [];
  page.on('response', response => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
    // A script whose body cannot be read counts as 0 bytes. That happens only after the page has closed.
    sizes.push(
      response
        .body()
        .then(body => gzipSync(body, { level: 9 }).length)
        .catch(() => 0),
    );
  });
  const start = performance.now();
  await page.goto(address + path);
  await page.locator(ready).first().waitFor();
  const readyMs = performance.now() - start;
  const count = sizes.length;
  const bytes = await Promise.all(sizes.slice(0, count));
  await page.close();
  return { scriptsKb: bytes.reduce((sum, size) => sum + size, 0) / 1024, readyMs };
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

try {
  const signIn = await fetch(`${address}/api/v2/Auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Login: 'operator@demo.drivedesk', Password: 'drivedesk-demo' }),
  });
  const token = await signIn.text();
  const cases = [
    { name: 'login form', path: '/auth/login/', ready: 'input[type=password]', signedIn: false, limitKb: 150 },
    { name: 'first list row', path: '/cabinet/accidents/opened/', ready: 'tbody tr a', signedIn: true, limitKb: 300 },
  ];
  for (const { name, path, ready, signedIn, limitKb } of cases) {
    const results: Loaded[] = [];
    for (let run = 0; run < runs; run += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      if (signedIn) await context.addInitScript(text => localStorage.setItem('tokens', text), token);
      results.push(await load(context, path, ready));
      await context.close();
    }
    const kb = median(results.map(result => result.scriptsKb));
    const ms = results.map(result => result.readyMs);
    console.log(
      `${name}: ${kb.toFixed(0)} kB of JavaScript gz (limit ${limitKb}), ready after ${median(ms).toFixed(0)} ms [${Math.min(...ms).toFixed(0)}-${Math.max(...ms).toFixed(0)}]`,
    );
    if (kb > limitKb) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
}
