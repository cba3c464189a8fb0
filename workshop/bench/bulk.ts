import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openEmptyDatabase, startMeasured } from './measured.ts';

/*
 * Measures bulk changes of a field and of a state: the check of the records, the change and its undo. Reports the
 * longest stall of the server's event loop as well.
 *   npm run bench -- bulk [folder] [rows]
 */
const folder = join(process.argv[2] ?? './data/bench', 'bulk');
const rows = Number(process.argv[3] ?? 500);

const { url, given, close } = await openEmptyDatabase(folder);
const companyId = await given.company();
const { token } = await given.account(companyId, 'MANAGER');
for (let n = 0; n < rows; n += 1) await given.voucher(companyId, { agent: 'Соколова' });

const server = await startMeasured(folder, { DATABASE_URL: url, DEMO: '0' });
const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const reply = await fetch(server.address + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as T & { Message?: string };
  if (!reply.ok) throw new Error(`${method} ${path}: ${answer.Message}\n${server.output()}`);
  return answer;
};

interface Bulk {
  readonly Id: number;
  readonly State: string;
  readonly Possible: number;
}
const measured = async (name: string, path: string, body?: object): Promise<Bulk> => {
  const end = await server.watch();
  const from = performance.now();
  let found = await ask<Bulk>('POST', path, body);
  while (['checking', 'running', 'undoing'].includes(found.State)) {
    await setTimeout(300);
    found = await ask<Bulk>('GET', `/api/v3/bulk/${found.Id}`);
  }
  const seconds = (performance.now() - from) / 1000;
  console.log(
    `${name}: ${found.State}, ${found.Possible} possible; ${seconds.toFixed(1)} s, ${(rows / seconds).toFixed(0)} a second; ${await end()}`,
  );
  return found;
};

for (const [action, Asked] of [
  ['setAgent', { Agent: 'Королёв' }],
  ['suspend', { Reason: 'зима' }],
] as const) {
  const { Id } = await measured(`${action}, look`, `/api/v2/Voucher/bulk/${action}`, { Query: {}, Asked });
  await measured(`${action}, run`, `/api/v3/bulk/${Id}/run`);
  await measured(`${action}, undo`, `/api/v3/bulk/${Id}/undo`);
}

await server.stop();
await close();
