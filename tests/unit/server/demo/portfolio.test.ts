import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceFor, plateFor, plateRegions } from '../../../../server/demo/identifiers.ts';
import { copyText } from '../../../../server/demo/load.ts';
import { fullName, latinName, mobilePhone, personName } from '../../../../server/demo/names.ts';
import { basePortfolio, portfolioCopies } from '../../../../server/demo/portfolio.ts';
import { createRandom } from '../../../../server/demo/random.ts';
import { type DriverStyle, type RecordedDrive, recordings, trackOf } from '../../../../server/demo/recordings.ts';
import type { TableRows } from '../../../../server/demo/rows.ts';
import { brands } from '../../../../server/demo/vehicles.ts';
import {
  clientIndexOf,
  clientOf,
  clientsPerCopy,
  voucherOf,
  vouchersPerCopy,
} from '../../../../server/demo/vouchers.ts';
import { distanceM } from '../../../../server/domain/geo.ts';
import { decodeTrack } from '../../../../server/domain/telemetry/codec.ts';
import { findManoeuvres } from '../../../../server/domain/telemetry/manoeuvres.ts';
import { markSuspectFixes } from '../../../../server/domain/telemetry/suspectFixes.ts';
import { cutTrips } from '../../../../server/domain/telemetry/trips.ts';
import type { CrashFacts } from '../../../../src/contract/shapes/accident.ts';
import { workStatus } from '../../../../src/contract/workStatuses.ts';
import { isValidImei } from '../../../../src/schema/kinds/imei.ts';
import { isCarPlate } from '../../../../src/schema/kinds/plate.ts';
import { vinValidity } from '../../../../src/schema/kinds/vin.ts';

const today = new Date('2026-03-12T11:20:00Z');
const options = { today, passwordHash: 'hash' };

/** Yields tables up to the telemetry of the first vouchers. The rest takes seconds and is made in the same way. */
function* beginning(tables: Iterable<TableRows>, last = 'position_block'): Generator<TableRows> {
  for (const table of tables) {
    yield table;
    if (table.table === last) return;
  }
}

const digest = (tables: Iterable<TableRows>): string => {
  const hash = createHash('sha256');
  for (const { table, rows: tableRows } of tables) {
    const rows = [...tableRows];
    hash.update(`${table} ${Object.keys(rows[0] ?? {}).join()}`);
    for (const chunk of copyText(rows, () => {})) hash.update(chunk);
  }
  return hash.digest('hex');
};

const made = Array.from(beginning(basePortfolio(options)), ({ rows, ...table }) => ({ ...table, rows: [...rows] }));
const portfolio = new Map(made.map(({ table, rows }) => [table, rows]));
const rowsOf = (table: string) => portfolio.get(table) ?? [];

describe('demo portfolio', () => {
  it('is the same bytes for the same seed and day, and other bytes for another seed', () => {
    expect(digest(beginning(basePortfolio(options)))).toBe(digest(made));
    const other = beginning(basePortfolio({ ...options, seed: 8 }), 'voucher');
    expect(digest(other)).not.toBe(digest(beginning(made, 'voucher')));
  });

  it('names the same columns in the same order in all rows of a table', () => {
    for (const { table, rows } of made)
      expect([table, ...new Set(rows.map(row => Object.keys(row).join()))]).toHaveLength(rows.length > 0 ? 2 : 1);
  });

  it('has what it promises', () => {
    expect(rowsOf('company')).toHaveLength(3);
    expect(rowsOf('voucher')).toHaveLength(300);
    expect(rowsOf('client')).toHaveLength(280);
    expect(rowsOf('accident')).toHaveLength(60);
    expect(rowsOf('curve_block')).toHaveLength(60);
    expect(rowsOf('account').filter(({ roles }) => (roles as string[]).includes('OPERATOR'))).toHaveLength(12);
    expect(new Set(rowsOf('account').map(({ email }) => email)).size).toBe(rowsOf('account').length);
    expect(rowsOf('accident').filter(({ status, company_id }) => status === 'opened' && company_id === 1)).toHaveLength(
      25,
    );
  });

  it('keeps what is written twice equal', () => {
    for (const voucher of rowsOf('voucher')) {
      const own = rowsOf('accident').filter(({ voucher_id }) => voucher_id === voucher.id);
      expect(voucher.crashes).toBe(own.length);
      for (const accident of own) expect(accident.client_name).toBe(voucher.client_name);
    }
    for (const accident of rowsOf('accident')) {
      const history = rowsOf('audit').filter(({ entity_id }) => entity_id === accident.id);
      const changes = history.flatMap(({ changes }) => (changes as { json: { field: string; after: unknown }[] }).json);
      const last = (field: string) => changes.findLast(change => change.field === field)?.after;
      expect(last('Status')).toBe(accident.status);
      expect(last('StatusOfRoadAccidentID')).toBe(accident.status_of_road_accident_id);
      expect(history.filter(({ action }) => action === 'update' || action === 'move')).toHaveLength(
        Number(accident.version) - 1,
      );
    }
  });

  it('puts the weak impacts among the mini losses and the strong ones into the queue', () => {
    for (const { severity, status } of rowsOf('accident')) if (status === 'notvalid') expect(severity).toBe('mini');
    const opened = rowsOf('accident').filter(({ status }) => status === 'opened');
    expect(opened.filter(({ vip }) => vip).length).toBeGreaterThanOrEqual(3);
    const calls = opened.map(({ next_call_at }) => next_call_at).filter(call => call !== null);
    expect(calls.some(call => new Date(String(call)) < today)).toBe(true);
    expect(calls.some(call => new Date(String(call)) > today)).toBe(true);
  });

  it('has none in progress, since nobody holds one, none worked on without an operator, and nobody put away by hand that was put away already', () => {
    for (const { status, facts, operator_id, status_of_road_accident_id } of rowsOf('accident')) {
      expect(status_of_road_accident_id).not.toBe(workStatus.inProgress);
      if (status_of_road_accident_id !== workStatus.fresh) expect(operator_id).not.toBeNull();
      // Below 50 Hz a recording without the fixes after it does not prove that the impact was weak.
      if (status === 'notvalid' && status_of_road_accident_id === workStatus.notConfirmed)
        expect((facts as { json: CrashFacts }).json.RateHz).toBeLessThan(50);
    }
  });

  it('lies in the past', () => {
    const ends = [...rowsOf('trip'), ...rowsOf('position_block'), ...rowsOf('curve_block')].map(
      row => row.end_at as Date,
    );
    const moments = [...ends, ...[...rowsOf('audit')].map(({ at }) => at as Date)];
    for (const moment of moments) expect(moment.getTime()).toBeLessThanOrEqual(today.getTime());
    for (const { data, samples } of rowsOf('position_block').slice(0, 5))
      expect(decodeTrack(data as Uint8Array).timeMs).toHaveLength(Number(samples));
  });

  it('numbers its copies on from the base', () => {
    const copies = [...portfolioCopies({ ...options, from: 1, to: 3 })].map(({ table, rows }) => ({
      table,
      rows: [...rows],
    }));
    const vouchers = copies.find(({ table }) => table === 'voucher')!.rows;
    expect(vouchers).toHaveLength(600);
    expect(vouchers[0]!.id).toBe(301);
    const accidents = copies.find(({ table }) => table === 'accident')!.rows;
    expect(accidents.map(row => row.id)).toEqual(Array.from({ length: 120 }, (_, at) => 61 + at));
  });
});

const world = { seed: 7, today: new Date('2026-03-12T11:20:00Z') };
const anyIndex = fc.nat({ max: 1_000_000 });

describe('people of the demo', () => {
  it('have names whose parts agree in gender, in Cyrillic', () => {
    fc.assert(
      fc.property(anyIndex, index => {
        const name = personName(createRandom(1, 'names', index));
        expect(fullName(name)).toMatch(/^[А-ЯЁ][а-яё]+ [А-ЯЁ][а-яё]+ [А-ЯЁ][а-яё]+$/);
        expect(name.middleName).toMatch(name.gender === 2 ? /на$/ : /ич$/);
        if (name.gender === 1) expect(name.lastName).not.toMatch(/(?:ова|ева|ина|ая)$/);
        expect(latinName(name.lastName)).toMatch(/^[a-z]+$/);
        expect(mobilePhone(createRandom(1, 'phones', index))).toMatch(/^\+79\d{9}$/);
      }),
    );
  });

  it('drive cars with valid numbers', () => {
    const models = new Map(brands.map(brand => [brand.name, brand.models.map(model => model.name)]));
    fc.assert(
      fc.property(anyIndex, index => {
        const voucher = voucherOf(world, index);
        expect(vinValidity(voucher.vehicle.vin)).toBe('valid');
        expect(isCarPlate(voucher.vehicle.regNumber)).toBe(true);
        expect(models.get(voucher.vehicle.brand)).toContain(voucher.vehicle.model);
        if (voucher.imei !== null) expect(isValidImei(voucher.imei)).toBe(true);
        expect(voucher.activatedAt?.getTime() ?? 0).toBeLessThanOrEqual(world.today.getTime());
        expect(voucher.contractEnd.getTime()).toBeGreaterThan(voucher.contractBegin.getTime());
      }),
    );
  });

  it('never share a plate, a device or an object', () => {
    const count = 60_000;
    const distinct = (make: (index: number) => string) =>
      new Set(Array.from({ length: count }, (_, i) => make(i))).size;
    expect(distinct(index => plateFor('moscow', index))).toBe(count);
    expect(distinct(index => plateFor('petersburg', index))).toBe(count);
    expect(distinct(index => deviceFor(index).imei)).toBe(count);
    const objects = new Set(Array.from({ length: 3000 }, (_, index) => voucherOf(world, index).objectId));
    expect(objects.size).toBe(3000);
  });

  it('live where their plates come from', () => {
    for (let index = 0; index < 600; index++) {
      const { client, vehicle } = voucherOf(world, index);
      expect(plateRegions[client.cityKey].some(region => vehicle.regNumber.endsWith(region))).toBe(true);
    }
  });

  it('are 280 for 300 vouchers in every copy, and no voucher leaves its client’s company', () => {
    for (const copy of [0, 1, 777]) {
      const slots = Array.from({ length: vouchersPerCopy }, (_, slot) => copy * vouchersPerCopy + slot);
      expect(new Set(slots.map(clientIndexOf)).size).toBe(clientsPerCopy);
      const companies = slots.map(index => clientOf(world, clientIndexOf(index)).company);
      expect(companies.filter(company => company === 0)).toHaveLength(240);
    }
  });
});

const { drives, impacts } = recordings();
const tracks = new Map(drives.map(drive => [drive, trackOf(drive)] as const));
const nameOf = ({ city, home, style, to, back, busy }: RecordedDrive) =>
  `${city} ${home} ${style} ${to}${back ? ' back' : ''}${busy ? ' busy' : ''}`;
const endOf = (drive: RecordedDrive) => {
  const { latitude, longitude } = tracks.get(drive)!;
  return { latitude: latitude.at(-1)!, longitude: longitude.at(-1)! };
};

describe('recorded drives', () => {
  it('are one trip each without a suspect fix, from a standstill to a standstill', () => {
    for (const [drive, track] of tracks) {
      expect(markSuspectFixes(track, 86_400_000).suspect, nameOf(drive)).toBe(0);
      const trips = cutTrips(track);
      expect(trips, nameOf(drive)).toHaveLength(1);
      let drivenKm = 0;
      for (const speed of track.speedKmh) drivenKm += speed / 3600;
      expect(Math.abs(trips[0]!.distanceKm - drivenKm), nameOf(drive)).toBeLessThan(drivenKm * 0.01 + 0.05);
      expect(track.speedKmh.at(-1), nameOf(drive)).toBeLessThan(4);
    }
  });

  it('end where the next one begins, and each way of a home exists in both of its styles', () => {
    const homes = new Set(drives.map(({ home }) => home));
    for (const home of homes) {
      const own = drives.filter(drive => drive.home === home);
      expect(new Set(own.map(({ style }) => style)).size).toBe(2);
      expect(own).toHaveLength(16);
      for (const drive of own) {
        const next = own.filter(other => other.to === drive.to && other.back !== drive.back);
        const { latitude, longitude } = endOf(drive);
        for (const other of next)
          expect(distanceM(latitude, longitude, other.latitude, other.longitude), nameOf(drive)).toBeLessThan(40);
      }
    }
    for (const { home, latitude, longitude } of impacts) {
      const [first] = drives.filter(drive => drive.home === home && !drive.back);
      expect(distanceM(latitude, longitude, first!.latitude, first!.longitude)).toBeLessThan(40);
    }
  });

  it('were driven as their styles say: calm people hardly ever brake hard, hard ones 8 to 15 times in 100 km', () => {
    const per100km = (style: DriverStyle, kind: 'braking' | 'cornering' | 'acceleration'): number => {
      let [km, count] = [0, 0];
      for (const [drive, track] of tracks) {
        if (drive.style !== style) continue;
        for (const { fromIndex, toIndex, distanceKm } of cutTrips(track)) {
          km += distanceKm;
          count += findManoeuvres({ track, fromIndex, toIndex, acceleration: [] }).filter(
            each => each.kind === kind,
          ).length;
        }
      }
      return (count / km) * 100;
    };
    expect(per100km('calm', 'braking')).toBeLessThan(2);
    expect(per100km('hard', 'braking')).toBeGreaterThan(8);
    expect(per100km('hard', 'braking')).toBeLessThan(15);
    expect(per100km('wild', 'braking')).toBeLessThan(25);
  });
});
