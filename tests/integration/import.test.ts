import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Options } from '../../workshop/recordings/options.ts';
import { runImport } from '../../workshop/recordings/run.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { password } from '../support/given.ts';

let app: TestApp;
let folder: string;
let options: Options;
let manager: ReturnType<TestApp['as']>;

beforeAll(async () => {
  app = await openTestApp();
  const company = await app.given.company('Recordings');
  const account = await app.given.account(company, 'MANAGER');
  const platformKey = await app.given.platformKey(company);
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'recordings-'));
  options = { folder, url, login: account.email, password, platformKey, report: false };
  manager = app.as(account.token);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const run = async (more: Partial<Options> = {}) => {
  const lines: string[] = [];
  const code = await runImport({ ...options, ...more }, line => lines.push(line));
  return { code, text: lines.join('\n') };
};

const line = (i: number): string => `${i},${(55 + i * 1e-4).toFixed(6)},37.5`;
const track = (number: number, seconds: number): string[] =>
  Array.from({ length: seconds }, (_, i) => `${number},${line(i)}`);
const osm = ['track,t_s,lat,lon', ...track(44, 120), ...track(45, 120)].join('\n');
const pulse = [
  't_s,cg_x,cg_y,sill_left_x,sill_right_x,sill_left_y,sill_right_y,driver_head_x',
  ...Array.from({ length: 3000 }, (_, i) => {
    const t = -0.05 + i / 10_000;
    const x = t > 0 && t < 0.1 ? -20 * Math.sin((t / 0.1) * Math.PI) : 0;
    return [t.toFixed(4), 90, 0, x, x, x / 4, x / 4, 0].join(',');
  }),
].join('\n');

const vouchers = async () => (await manager('GET', '/api/v2/Voucher/table?sort=VoucherNumber-asc&pageSize=50')).body;

describe('the import of recordings', () => {
  it('takes what it knows by the header and names what it does not', async () => {
    await writeFile(join(folder, 'anything.csv'), osm);
    await writeFile(join(folder, 'crash_nhtsa_07292_v1.csv.gz'), gzipSync(pulse));
    await writeFile(join(folder, 'summary.csv'), 'track,matched_route_km\n44,1.3\n');
    await writeFile(join(folder, 'picture.csv'), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 10]));
    await writeFile(join(folder, 'notes.json'), '{}');

    const { code, text } = await run();
    expect(code, text).toBe(0);
    expect(text).toContain('anything.csv: osm_tracks, recordings: 2');
    expect(text).toContain('summary.csv: not a recording');
    expect(text).toContain('picture.csv: not a recording, it is not text');
    const { Items } = await vouchers();
    expect(Items.map((item: { VoucherNumber: string }) => item.VoucherNumber)).toEqual([
      'REC-crash_nhtsa-07292_v1',
      'REC-osm_tracks-44',
      'REC-osm_tracks-45',
    ]);
  });

  it('lays the axes of a crash test on ours and takes the sills, not the ringing centre', async () => {
    const { body } = await manager('GET', '/api/v2/Accident/table/opened');
    expect(body.Total).toBe(1);
    const { Facts } = (await manager('GET', `/api/v2/Accident/${body.Items[0].Id}`)).body;
    expect(Facts.PeakG).toBeCloseTo(20 * Math.hypot(1, 0.25), 0);
    // In SAE J211 the right is positive. The car was pushed back and to the left, so the impact came from the front
    // right.
    expect(Facts.DeltaVLongitudinalKmh).toBeLessThan(0);
    expect(Facts.DeltaVLateralKmh).toBeGreaterThan(0);
    expect(Facts.DirectionDeg).toBeCloseTo(14, 0);
  });

  it('changes nothing when it runs again', async () => {
    const before = await vouchers();
    const { code, text } = await run();
    expect(code).toBe(0);
    expect(text).toContain('Everything was there already: recordings 3, nothing changed.');
    expect(await vouchers()).toEqual(before);
    const { objectId } = { objectId: before.Items[1].ObjectId };
    const trips = await manager('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}`);
    expect(trips.body.Total).toBe(1);
    expect(trips.body.Items[0].DistanceKm).toBeCloseTo(119 * 0.01112, 2);
  });

  it('names a broken recording, goes on with the rest and does not end well', async () => {
    const packed = gzipSync(['track,t_s,lat,lon', ...track(90, 20_000)].join('\n'));
    await writeFile(join(folder, 'cut.csv.gz'), packed.subarray(0, packed.length / 2));
    await writeFile(join(folder, 'uneven.csv'), 'time,lat,lon\n2014-09-10T04:54:07Z,48.1\n');
    await writeFile(join(folder, 'words.csv'), 'track,t_s,lat,lon\n91,0,north,11\n');
    await writeFile(join(folder, 'zzz.csv'), ['track,t_s,lat,lon', ...track(46, 120)].join('\n'));
    const { code, text } = await run();
    expect(code).toBe(1);
    expect(text).toContain('cut.csv.gz: broken, the gzip ends too early');
    expect(text).toContain('uneven.csv: broken');
    expect(text).toContain('words.csv: broken, row 2: lat is "north"');
    expect(text).toContain('REC-osm_tracks-46');
    expect((await vouchers()).Total).toBe(4);
  });

  it('says in one sentence that the server, the account, the key or the folder is not there', async () => {
    expect(await run({ url: 'http://127.0.0.1:9' })).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^The server at .* does not answer/),
    });
    expect(await run({ password: 'wrong' })).toMatchObject({
      code: 1,
      text: expect.stringMatching(/does not let .* in/),
    });
    expect(await run({ folder: join(folder, 'none') })).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^There is no folder/),
    });
    const refused = await run({ platformKey: 'wrong' });
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('REC-osm_tracks-44: refused, 401');
  });
});
