import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { listFiles, readHeader, readSheet } from './files.ts';
import { idOfStem, voucherNumber } from './recording.ts';

/** Reference values of a recording. */
export interface RouteReference {
  readonly voucher: string;
  readonly matchedKm: number;
}

export interface CrashReference {
  readonly voucher: string;
  readonly body: string;
  /** Peak along the vehicle and of the resultant, CFC 60. */
  readonly peakXG: number;
  readonly peakResultantG: number;
  readonly deltaVKmh: number;
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
  readonly computed_here?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The evaluated mounting point that the import uses too. */
const bodyIn = (computed: NonNullable<CrashTest['computed_here']>) => {
  const names = Object.keys(computed);
  return ['body', 'rear_seat', 'sill', 'cg'].flatMap(place => names.filter(name => name.startsWith(place)))[0];
};

const crashesOf = async (path: string): Promise<CrashReference[]> => {
  const tests = JSON.parse(await readFile(path, 'utf8')) as Readonly<Record<string, CrashTest>>;
  return Object.values(tests).flatMap(({ file, computed_here: computed }) => {
    const body = computed && bodyIn(computed);
    const values = body ? computed[body] : undefined;
    if (!file || !body || !values) return [];
    const id = idOfStem('crash_nhtsa', file.replace(/\.csv(\.gz)?$/, ''));
    return [
      {
        voucher: voucherNumber({ family: 'crash_nhtsa', id }),
        body,
        peakXG: Math.abs(values.peak_x_CFC60_g ?? Number.NaN),
        peakResultantG: values.peak_resultant_xyz_CFC60_g ?? Number.NaN,
        deltaVKmh: values.max_resultant_delta_v_xy_0_250ms_kmh ?? Number.NaN,
      },
    ];
  });
};

export const readReferences = async (folder: string) => {
  const routes: RouteReference[] = [];
  const crashes: CrashReference[] = [];
  for (const file of await listFiles(folder)) {
    if (/\.csv(\.gz)?$/.test(file)) routes.push(...(await routesOf(join(folder, file))));
    if (/^crash_nhtsa_reference.*\.json$/.test(basename(file))) crashes.push(...(await crashesOf(join(folder, file))));
  }
  return { routes, crashes };
};
