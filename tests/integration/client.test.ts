import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientSource } from '../../scripts/client/main.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { password } from '../support/given.ts';
import { root } from '../support/imports.ts';

let app: TestApp;
let host: string;
let folder: string;
/** Only the used part of the client's type, because the first test checks its own types. */
let client: {
  readonly createClient: (settings: {
    readonly host: string;
    readonly token: () => string | undefined;
    // biome-ignore lint/suspicious/noExplicitAny: tests assert what they read of an answer
  }) => (name: string, input?: object) => Promise<any>;
  readonly DrivedeskError: new (...given: never[]) => Error;
};
beforeAll(async () => {
  app = await openTestApp();
  host = await app.server.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'drivedesk-client-'));
  await writeFile(join(folder, 'client.ts'), await clientSource());
  client = await tsImport(join(folder, 'client.ts'), import.meta.url);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const use = `import { createClient } from './client.ts';
const client = createClient({ host: 'http://127.0.0.1' });
export const plate = async (): Promise<string | null> =>
  (await client('GET /api/v2/Accident/{id}', { params: { id: 1 } })).VehicleRegNumber;
export const token = async (): Promise<string> =>
  (await client('POST /api/v2/Auth', { body: { Login: 'a', Password: 'b' } })).Token;
// @ts-expect-error: the path has a parameter.
export const lacks = () => client('GET /api/v2/Accident/{id}');
// @ts-expect-error: there is no such member.
export const knows = () => client('POST /api/v2/Auth', { body: { Login: 'a', Password: 'b', Nobody: 1 } });
// @ts-expect-error: there is no such call.
export const calls = () => client('GET /api/v2/Nobody');
`;

describe('the client that others take', () => {
  it('is one file that compiles by itself and refuses what the contract does not have', async () => {
    const file = join(folder, 'use.ts');
    await writeFile(file, use);
    const flags =
      '--noEmit --strict --target ES2022 --module ESNext --moduleResolution bundler --types --lib ES2022,DOM';
    const settings = [...flags.split(' ').flatMap(flag => (flag === '--types' ? [flag, ''] : [flag])), file];
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const ran = spawnSync(process.execPath, [tsc, '--allowImportingTsExtensions', ...settings], {
      encoding: 'utf8',
      cwd: folder,
    });
    expect(ran.stdout).toBe('');
  });

  it('signs in, reads a list, writes, and throws what the server refuses in its words', async () => {
    const company = await app.given.company('Страховая');
    const { email } = await app.given.account(company, 'MANAGER');
    const voucher = await app.given.voucher(company);
    let token: string | undefined;
    const call = client.createClient({ host, token: () => token });
    token = (await call('POST /api/v2/Auth', { body: { Login: email, Password: password } })).Token;
    expect((await call('GET /api/v2/Account/info')).CompanyName).toBe('Страховая');
    const { Items, Total } = await call('GET /api/v2/Voucher/table', { query: { search: voucher.number } });
    expect([Total, Items[0]?.VoucherNumber]).toEqual([1, voucher.number]);
    const CrashDateTime = '2026-01-15T11:00:00.000Z';
    const made = await call('POST /api/crashes', { body: { VoucherId: voucher.id, CrashDateTime } });
    expect(await call('GET /api/crash/{id}', { params: { id: made.Id } })).toMatchObject({ CrashDateTime });
    const refused = await call('GET /api/crash/{id}', { params: { id: 999_999 } }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(client.DrivedeskError);
    expect(refused).toMatchObject({ status: 404, body: { Code: 'NOT_FOUND' } });
  });
});
