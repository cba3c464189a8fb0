import { pathLengthM } from '../../server/domain/geo.ts';
import { pickFixes, sortTrack, type Track } from '../../server/domain/telemetry/positions.ts';
import { checkReceiverSpeed } from '../../server/domain/telemetry/receiverSpeed.ts';
import { findRepeatedFixes } from '../../server/domain/telemetry/repeats.ts';
import { trustedIndexes } from '../../server/domain/telemetry/speeds.ts';
import { markSuspectFixes } from '../../server/domain/telemetry/suspectFixes.ts';
import { cutTrips } from '../../server/domain/telemetry/trips.ts';
import { corruptions } from './corrupting.ts';
import type { Drive } from './drives.ts';
import { atMost, type Figure, figureOf, median, worst } from './figure.ts';
import { randomOf, seedOf } from './random.ts';
import { drivenM, type Route } from './routes.ts';

/**
 * Measures the distance of a drive as ingestion does. Suspect and repeated fixes are not counted. `sent`: fixes in the
 * order sent. `arrivedMs`: moment of arrival, ms since 1970.
 */
const measured = (sent: Track, arrivedMs: number) => {
  const { reasons, suspect } = markSuspectFixes(sent, arrivedMs);
  const repeated = findRepeatedFixes(sent, reasons);
  for (const i of repeated) reasons[i] = 1;
  const track = sortTrack(pickFixes(sent, trustedIndexes(reasons)));
  const speedFault = checkReceiverSpeed(track).fault !== null;
  return {
    km: cutTrips(track).reduce((sum, { distanceKm }) => sum + distanceKm, 0),
    suspect: suspect + repeated.length,
    speedFault,
  };
};

const rawKm = ({ latitude, longitude }: Track): number => pathLengthM(latitude, longitude) / 1000;
const percentOff = (actual: number, expected: number): number => Math.abs(actual / expected - 1) * 100;

export const routeFigures = (drives: readonly Drive[], routes: ReadonlyMap<string, Route>): Figure[] => {
  const cases = drives.flatMap(({ family, id, track, sent }) => {
    const route = family === 'osm_tracks' ? routes.get(id) : undefined;
    if (!route || track.timeMs.length < 2) return [];
    const km = drivenM(route, track) / 1000;
    const ours = cutTrips(track).reduce((sum, { distanceKm }) => sum + distanceKm, 0);
    return { errorPercent: percentOff(ours, km), rawErrorPercent: percentOff(rawKm(sent), km) };
  });
  const about = { subject: 'distance against the driven part of the matched route', unit: '%', cases };
  return [
    figureOf({
      ...about,
      figure: 'median error',
      statistic: drawn => median(drawn.map(({ errorPercent }) => errorPercent)),
      floor: median(cases.map(({ rawErrorPercent }) => rawErrorPercent)),
      target: atMost(0.35, '%'),
    }),
    figureOf({
      ...about,
      figure: 'worst error',
      statistic: drawn => worst(drawn.map(({ errorPercent }) => errorPercent)),
      floor: worst(cases.map(({ rawErrorPercent }) => rawErrorPercent)),
      target: atMost(3, '%'),
    }),
  ];
};

/**
 * Compares the distance of each corrupted drive with the distance of the drive without corruption. A corrupted drive
 * counts as flagged if more of its fixes are suspect.
 */
export const corruptionFigures = (drives: readonly Drive[]): Figure[] => {
  const longDrives = drives
    .filter(({ sent }) => sent.timeMs.length >= 60)
    .map(({ name, sent }) => {
      const arrivedMs = sent.timeMs.reduce((most, ms) => Math.max(most, ms), 0) + 3_600_000 * 4;
      return { name, sent, arrivedMs, plain: measured(sent, arrivedMs) };
    })
    .filter(({ plain }) => plain.km > 0.5);
  return Object.entries(corruptions).map(([corruption, corrupt]) => {
    const cases = longDrives.map(({ name, sent, arrivedMs, plain }) => {
      const track = corrupt(sent, randomOf(seedOf(name, corruption)));
      const corrupted = measured(track, arrivedMs);
      return {
        errorPercent: percentOff(corrupted.km, plain.km),
        rawErrorPercent: percentOff(rawKm(sortTrack(track)), rawKm(sent)),
        flagged: corrupted.suspect > plain.suspect || corrupted.speedFault !== plain.speedFault,
      };
    });
    const flagged = cases.filter(one => one.flagged).length;
    const unflagged = (drawn: typeof cases): number =>
      worst(drawn.filter(one => !one.flagged).map(({ errorPercent }) => errorPercent));
    return figureOf({
      subject: `distance under ${corruption}`,
      figure: 'worst change',
      unit: '%',
      cases,
      statistic: drawn => worst(drawn.map(({ errorPercent }) => errorPercent)),
      floor: worst(cases.map(({ rawErrorPercent }) => rawErrorPercent)),
      target: { text: '≤ 1 % or flagged', holds: value => value <= 1 || unflagged(cases) <= 1 },
      note: `median ${median(cases.map(({ errorPercent }) => errorPercent)).toFixed(3)} %, ${flagged} of ${cases.length} flagged, worst unflagged ${unflagged(cases).toFixed(2)} %`,
    });
  });
};
