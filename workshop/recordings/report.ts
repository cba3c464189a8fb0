import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AccidentDetail, AccidentRow } from '../../src/contract/shapes/accident.ts';
import type { TripRow } from '../../src/contract/shapes/telemetry.ts';
import type { VoucherRow } from '../../src/contract/shapes/voucher.ts';
import { accidentStatuses } from '../../src/contract/states.ts';
import { type Api, openApi, signIn } from './api.ts';
import { median } from './cells.ts';
import { listFiles, readHeader, readSheet } from './files.ts';
import type { Options } from './options.ts';
import { idOfStem, voucherNumber } from './recording.ts';
import { readVouchers } from './sending.ts';

/** Reference distance of a recording with a matched route. */
interface RouteReference {
  readonly voucher: string;
  readonly matchedKm: number;
}

/**
 * Figures of a crash test that the laboratory published. Figures that this project computes are left out, because they
 * are no reference.
 */
interface CrashReference {
  readonly voucher: string;
  /** Speed of the car at the impact, km/h. 0: the car stood and was struck. */
  readonly impactKmh: number;
}

const routesOf = async (path: string): Promise<RouteReference[]> => {
  const { header = [] } = await readHeader(path);
  if (!header.includes('track') || !header.includes('matched_route_km')) return [];
  const { rows } = await readSheet(path);
  return rows.map(row => ({
    voucher: voucherNumber({ family: 'osm_tracks', id: row.track ?? '' }),
    matchedKm: Number(row.matched_route_km),
  }));
};

interface CrashTest {
  readonly file?: string;
  readonly impact_speed_kmh?: number;
}

const crashesOf = async (path: string): Promise<CrashReference[]> => {
  const tests = JSON.parse(await readFile(path, 'utf8')) as Readonly<Record<string, CrashTest>>;
  return Object.values(tests).flatMap(({ file, impact_speed_kmh: impactKmh }) => {
    if (!file || impactKmh === undefined) return [];
    const id = idOfStem('crash_nhtsa', file.replace(/\.csv(\.gz)?$/, ''));
    return [{ voucher: voucherNumber({ family: 'crash_nhtsa', id }), impactKmh }];
  });
};

const readReferences = async (folder: string) => {
  const routes: RouteReference[] = [];
  const crashes: CrashReference[] = [];
  for (const file of await listFiles(folder)) {
    if (/\.csv(\.gz)?$/.test(file)) routes.push(...(await routesOf(join(folder, file))));
    if (/^crash_nhtsa_reference.*\.json$/.test(basename(file))) crashes.push(...(await crashesOf(join(folder, file))));
  }
  return { routes, crashes };
};

const percentOff = (actual: number, expected: number): number => (actual / expected - 1) * 100;

type Vouchers = readonly VoucherRow[];

interface RouteLine extends RouteReference {
  readonly trips: number;
  readonly km: number;
}

const compareRoutes = async (api: Api, token: string, vouchers: Vouchers, routes: readonly RouteReference[]) => {
  const lines: RouteLine[] = [];
  for (const route of routes) {
    const objectId = vouchers.find(({ VoucherNumber }) => VoucherNumber === route.voucher)?.ObjectId;
    if (!objectId) continue;
    const query = new URLSearchParams({ objectId, pageSize: '99999999' });
    const { Items } = await api.get<{ Items: TripRow[] }>(`/api/v2/StatisticSummingTrip/list?${query}`, token);
    lines.push({ ...route, trips: Items.length, km: Items.reduce((sum, { DistanceKm }) => sum + DistanceKm, 0) });
  }
  const errors = lines.map(({ km, matchedKm }) => Math.abs(percentOff(km, matchedKm)));
  return { lines, median: median(errors), worst: Math.max(...errors) };
};

interface CrashLine extends CrashReference {
  readonly facts: AccidentDetail['Facts'];
}

const accidentsOf = async (api: Api, token: string, voucher: string): Promise<AccidentRow[]> => {
  const found: AccidentRow[] = [];
  for (const status of accidentStatuses) {
    const query = new URLSearchParams({ search: voucher, pageSize: '50' });
    const { Items } = await api.get<{ Items: AccidentRow[] }>(`/api/v2/Accident/table/${status}?${query}`, token);
    found.push(...Items.filter(({ VoucherNumber }) => VoucherNumber === voucher));
  }
  return found;
};

const compareCrashes = async (api: Api, token: string, crashes: readonly CrashReference[]) => {
  const lines: CrashLine[] = [];
  for (const crash of crashes)
    for (const { Id } of await accidentsOf(api, token, crash.voucher))
      lines.push({ ...crash, facts: (await api.get<AccidentDetail>(`/api/v2/Accident/${Id}`, token)).Facts });
  return lines;
};

const fixed = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits));
const row = (cells: readonly string[]): string =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(28) : cell.padStart(11))).join('');
const say = (line = ''): void => console.log(line);

/**
 * `npm run import -- --report <folder>`: compares the server's results for imported recordings with reference values.
 */
export const report = async ({ folder, url, login, password }: Options): Promise<void> => {
  const { routes, crashes } = await readReferences(folder);
  const api = openApi(url);
  const token = await signIn(api, login, password);

  const distances = await compareRoutes(api, token, await readVouchers(api, token), routes);
  if (distances.lines.length > 0) {
    say(row(['voucher', 'trips', 'km', 'route km', 'error %']));
    for (const { voucher, trips, km, matchedKm } of distances.lines)
      say(row([voucher, String(trips), fixed(km, 3), fixed(matchedKm, 3), fixed(percentOff(km, matchedKm), 2)]));
    say(`Distance: median error ${fixed(distances.median, 2)} %, worst ${fixed(distances.worst, 2)} %.`);
  }

  const impacts = await compareCrashes(api, token, crashes);
  if (impacts.length > 0) {
    say();
    say(row(['voucher', 'peak g', 'Δv km/h', 'from', 'to', 'impact km/h', 'from °']));
    for (const { voucher, impactKmh, facts } of impacts) {
      const bounds = [facts.DeltaVKmh, facts.DeltaVFromKmh, facts.DeltaVToKmh, impactKmh];
      const kmh = bounds.map(value => fixed(value, 2));
      say(row([voucher, fixed(facts.PeakG, 2), ...kmh, fixed(facts.DirectionDeg, 0)]));
    }
    say(
      'Published is the speed at impact: a car against a wall changes by that and its rebound, one that stood by less.',
    );
  }
  if (distances.lines.length + impacts.length === 0)
    throw new Error(`Nothing to compare: no reference in ${folder} belongs to an imported recording.`);
};
