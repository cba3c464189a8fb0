import { openApi, signIn } from './api.ts';
import { compareCrashes, compareRoutes, percentOff } from './comparison.ts';
import type { Options } from './options.ts';
import { readReferences } from './references.ts';
import { readVouchers } from './sending.ts';

const fixed = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits));
const row = (cells: readonly string[]): string =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(28) : cell.padStart(11))).join('');
const say = (line = ''): void => console.log(line);

/** `npm run import -- --report <folder>`: compares the server's results for imported recordings with reference values. */
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
