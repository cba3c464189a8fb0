import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { listFiles, readHeader, readSheet } from './files.ts';
import { idOfStem, voucherNumber } from './recording.ts';

/** Reference values of a recording. */
export interface RouteReference {
  readonly voucher: string;
  readonly matchedKm: number;
}

/** Figures of a crash test that the laboratory published. Figures that this project computes are no reference. */
export interface CrashReference {
  readonly voucher: string;
  /** Speed at impact, km/h. 0: the vehicle stood and was struck. */
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

export const readReferences = async (folder: string) => {
  const routes: RouteReference[] = [];
  const crashes: CrashReference[] = [];
  for (const file of await listFiles(folder)) {
    if (/\.csv(\.gz)?$/.test(file)) routes.push(...(await routesOf(join(folder, file))));
    if (/^crash_nhtsa_reference.*\.json$/.test(basename(file))) crashes.push(...(await crashesOf(join(folder, file))));
  }
  return { routes, crashes };
};
