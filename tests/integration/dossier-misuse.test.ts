import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { verifyDossier } from '../../server/modules/dossier/verification.ts';
import { keptDossierVersionsMax, openDossiersMax } from '../../src/contract/limits.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

// No jobs run here, so dossiers stay queued.
let app: TestApp;
let company: number;
let token: string;
let manager: Call;
let folder: string;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z', {
    jobs: { jobsPerCompanyMax: 0 },
    texts: { ru: { 'dossier.title': 'Досье' }, en: {} },
  });
  company = await app.given.company();
  ({ token } = await app.given.account(company, 'MANAGER'));
  manager = app.as(token);
  folder = await mkdtemp(join(tmpdir(), 'dossier-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const zones = Intl.supportedValuesOf('timeZone');
const begin = (id: number, at: number) => manager('POST', `/api/v3/accidents/${id}/dossiers`, { TimeZone: zones[at] });
const finishAll = async () => {
  const { db } = app.connection;
  await db.updateTable('job').set({ state: 'done' }).where('company_id', '=', company).execute();
  await db
    .updateTable('dossier')
    .set({ made_at: '2026-01-15T12:00:00.000Z', pdf_parts: 0 })
    .where('company_id', '=', company)
    .execute();
};

describe('dossiers of a case', () => {
  it('are begun a few at a time, and only the latest files are kept', async () => {
    const { id } = await app.given.accident(company);
    const begun = await Promise.all(zones.slice(0, 12).map((_, at) => begin(id, at)));
    const refused = begun.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(12 - openDossiersMax);
    expect(refused[0]?.body).toMatchObject({ Code: 'TOO_MANY_DOSSIERS' });
    await finishAll();
    for (let at = 20; at < 28; at++) {
      expect((await begin(id, at)).status).toBe(200);
      await finishAll();
    }
    const { Items } = (await manager('GET', `/api/v3/accidents/${id}/dossiers`)).body;
    expect(Items).toHaveLength(openDossiersMax + 8);
    expect(Items.filter(({ HasFile }: { HasFile: boolean }) => HasFile)).toHaveLength(keptDossierVersionsMax);
    expect(Items[0].HasFile).toBe(true);
  });

  it('are not fetched by somebody who asks for their head alone', async () => {
    const { id } = await app.given.accident(company);
    await begin(id, 0);
    await finishAll();
    const reply = await app.server.inject({
      method: 'HEAD',
      url: `/api/v3/accidents/${id}/dossiers/1/zip`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.statusCode).toBe(404);
    const fetches = app.connection.db.selectFrom('audit').select('id').where('entity_id', '=', id);
    expect(await fetches.where('action', '=', 'dossierFetch').execute()).toEqual([]);
  });
});

describe('an archive that is none of ours', () => {
  it('is not unpacked: a bomb stays as small as it came', async () => {
    const zip = new yazl.ZipFile();
    for (let at = 0; at < 5; at++) zip.addBuffer(Buffer.alloc(20_000_000), `images/${at}.jpg`);
    zip.end();
    const file = join(folder, 'bomb.zip');
    await pipeline(zip.outputStream, createWriteStream(file));
    const { faults } = await verifyDossier(file, []);
    expect(faults).toEqual([{ kind: 'unreadable', detail: expect.stringContaining('packed') }]);
  });
});
