import { loadavg } from 'node:os';
import { pathLengthM } from '../../server/domain/geo.ts';
import type { Recording } from '../recordings/recording.ts';
import { noises, recordCalmDrive } from './calmDrive.ts';
import {
  type DeviceRecording,
  deliveryOrders,
  divideRecording,
  sources,
  thinRecording,
  withIgnition,
} from './deliveries.ts';
import type { Drive } from './drives.ts';
import { atLeast, type Figure, figureOf, median, worst } from './figure.ts';
import { type Delivery, type IngestServer, openIngestServer, type StoredDrive } from './ingestServer.ts';

const messageSizes = [10, 30, 60, 300];
const ratesS = [1, 10, 30, 60, 120, 310];
/** Fixes of a drive that are used. They bound the time of a section. */
const fixesPerDrive = 900;
/** Shortest recording that is used, seconds. In a shorter one no message is late enough to be taken for a wrong clock. */
const minDriveS = 500;
/** Most fixes a second of a recording that is used. */
const maxFixHz = 1.5;

const share = (cases: readonly boolean[]): number => cases.filter(Boolean).length / cases.length;

interface NamedDrive extends DeviceRecording {
  readonly name: string;
}

const shorten = ({ positions, acceleration }: Recording, name: string): NamedDrive => {
  const kept = positions.slice(0, fixesPerDrive);
  const lastMs = Date.parse(kept.at(-1)!.DateTime);
  return { name, positions: kept, curves: acceleration.filter(({ Start }) => Date.parse(Start) <= lastMs) };
};

/** Picks the longest drive of each family of recordings at 1 Hz, those with fast acceleration first. */
const pickDrives = (drives: readonly Drive[], most: number): NamedDrive[] => {
  const longestByFamily = new Map<string, Drive>();
  for (const drive of drives) {
    const { timeMs } = drive.sent;
    const seconds = (timeMs[timeMs.length - 1]! - timeMs[0]!) / 1000;
    if (!(seconds >= minDriveS) || timeMs.length > seconds * maxFixHz) continue;
    if (timeMs.length > (longestByFamily.get(drive.family)?.sent.timeMs.length ?? 0))
      longestByFamily.set(drive.family, drive);
  }
  const rateHz = ({ curves }: Drive): number => worst(curves.map(curve => curve.rateHz));
  return [...longestByFamily.values()]
    .sort((a, b) => rateHz(b) - rateHz(a) || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ recording, name }) => shorten(recording, name));
};

const figureNames = ['trips', 'kilometres', 'manoeuvres', 'score'] as const;
const textOf = (drive: StoredDrive): Record<(typeof figureNames)[number], string> => ({
  trips: drive.trips.join(),
  kilometres: String(drive.distanceKm),
  manoeuvres: drive.manoeuvres.join(),
  score: drive.tripScores.join(),
});

interface Comparison {
  readonly drive: string;
  readonly size: number;
  readonly order: string;
  readonly same: Record<(typeof figureNames)[number], boolean>;
  readonly lostShare: number;
}

/** Sends each drive in every division and order, and compares the result with one message for the whole drive. */
const compareDeliveries = async (server: IngestServer, drives: readonly NamedDrive[]): Promise<Comparison[]> => {
  const comparisons: Comparison[] = [];
  for (const drive of drives) {
    const whole = divideRecording(drive, Number.POSITIVE_INFINITY);
    const reference = await server.store(deliveryOrders['in order']!(whole));
    const expected = textOf(reference);
    for (const size of messageSizes)
      for (const [order, arrange] of Object.entries(deliveryOrders)) {
        const stored = await server.store(arrange(divideRecording(drive, size)));
        const found = textOf(stored);
        comparisons.push({
          drive: drive.name,
          size,
          order,
          same: {
            trips: found.trips === expected.trips,
            kilometres: found.kilometres === expected.kilometres,
            manoeuvres: found.manoeuvres === expected.manoeuvres,
            score: found.score === expected.score,
          },
          lostShare: reference.distanceKm > 0 ? 1 - stored.distanceKm / reference.distanceKm : 0,
        });
      }
  }
  return comparisons;
};

const orderFigures = (comparisons: readonly Comparison[]): Figure[] => {
  const lost = (order: string): string => {
    const shares = comparisons.filter(each => each.order === order).map(each => each.lostShare);
    return `${order} ${(worst(shares) * 100).toFixed(1)} %`;
  };
  const fullySame = ({ same }: Comparison): boolean => figureNames.every(name => same[name]);
  const sizeText = (size: number): string =>
    `${size} fixes ${Math.round(share(comparisons.filter(each => each.size === size).map(fullySame)) * 100)} %`;
  return [
    ...figureNames.map(name =>
      figureOf({
        subject: 'same drive in 4 sizes of message × 5 orders',
        figure: `identical ${name}`,
        unit: 'share',
        cases: comparisons.map(({ same }) => same[name]),
        statistic: share,
        target: atLeast(1),
        ...(name === 'kilometres' && {
          note: `kilometres lost, worst: ${Object.keys(deliveryOrders).map(lost).join('; ')}`,
        }),
      }),
    ),
    figureOf({
      subject: 'same drive in 4 sizes of message × 5 orders',
      figure: 'identical in all figures',
      unit: 'share',
      cases: comparisons.map(fullySame),
      statistic: share,
      target: atLeast(1),
      note: messageSizes.map(sizeText).join(', '),
    }),
  ];
};

interface SourceCase {
  readonly source: string;
  readonly everyS: number;
  readonly ignition: boolean;
  readonly scoreDifference: number | null;
  readonly distanceErrorPercent: number;
  readonly rawErrorPercent: number;
  readonly trips: number;
}

const rawKm = ({ positions }: DeviceRecording): number =>
  pathLengthM(
    positions.map(({ Latitude }) => Latitude),
    positions.map(({ Longitude }) => Longitude),
  ) / 1000;
const percentOff = (value: number, truth: number): number => Math.abs(value / truth - 1) * 100;

/** Sends each drive as devices with other sources and rates would, in messages of 30 fixes in order. */
const compareSources = async (server: IngestServer, drives: readonly NamedDrive[]): Promise<SourceCase[]> => {
  const cases: SourceCase[] = [];
  const store = (recording: DeviceRecording) =>
    server.store(deliveryOrders['in order']!(divideRecording(recording, 30)));
  for (const drive of drives) {
    const best = await store(withIgnition(drive));
    const truthKm = rawKm(drive);
    for (const [source, measure] of Object.entries(sources)) {
      if (source === 'acceleration' && drive.curves.length === 0) continue;
      if (source === 'receiver speed' && drive.positions.every(({ Speed }) => Speed === undefined)) continue;
      for (const everyS of source === 'acceleration' ? [1] : ratesS)
        for (const ignition of [true, false]) {
          const sent = thinRecording(measure(ignition ? withIgnition(drive) : drive), everyS);
          const stored = await store(sent);
          const comparable = stored.score !== null && best.score !== null;
          cases.push({
            source,
            everyS,
            ignition,
            scoreDifference: comparable ? Math.abs(stored.score! - best.score!) : null,
            distanceErrorPercent: percentOff(stored.distanceKm, truthKm),
            rawErrorPercent: percentOff(rawKm(sent), truthKm),
            trips: stored.trips.length,
          });
        }
    }
  }
  return cases;
};

const comparableBy = 3;
const sourceFigures = (cases: readonly SourceCase[]): Figure[] => {
  const groups = Object.keys(sources).flatMap(source => {
    const one = cases.filter(each => each.source === source);
    return one.length > 0 ? [`${source} ${worst(one.map(each => each.scoreDifference ?? 0)).toFixed(1)}`] : [];
  });
  const perRate = (everyS: number): string => {
    const one = cases.filter(each => each.everyS === everyS);
    const noTrip = one.filter(({ trips }) => trips === 0).length;
    return `${everyS} s ${median(one.map(each => each.distanceErrorPercent)).toFixed(2)} (raw sum ${median(one.map(each => each.rawErrorPercent)).toFixed(2)}${noTrip > 0 ? `, no trip in ${noTrip} of ${one.length}` : ''})`;
  };
  return [
    figureOf({
      subject: 'same drive by every source and rate',
      figure: `score within ${comparableBy} points or not comparable`,
      unit: 'share',
      cases: cases.map(({ scoreDifference }) => scoreDifference === null || scoreDifference <= comparableBy),
      statistic: share,
      target: atLeast(1),
      note: `${cases.filter(each => each.scoreDifference === null).length} of ${cases.length} without a score; largest difference in points: ${groups.join(', ')}`,
    }),
    figureOf({
      subject: 'same drive by every source and rate',
      figure: 'kilometres off the raw sum of all fixes, median',
      unit: '%',
      cases,
      statistic: drawn => median(drawn.map(each => each.distanceErrorPercent)),
      floor: median(cases.map(each => each.rawErrorPercent)),
      note: ratesS.map(perRate).join('; '),
    }),
  ];
};

const calmMinutes = 40;

/** Sends a calm generated drive with each kind of noise. Every manoeuvre found is false. */
const calmFigures = async (server: IngestServer): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, noise] of Object.entries(noises)) {
    const recording = recordCalmDrive(calmMinutes, name, noise);
    const stored = await server.store(deliveryOrders['in order']!(divideRecording(recording, 300)));
    const trueKm = rawKm(recordCalmDrive(calmMinutes, name, {}));
    const measured = stored.watchedKm > 0;
    const per100Km = (stored.manoeuvres.length / trueKm) * 100;
    const kinds = new Map<string, number>();
    for (const each of stored.manoeuvres) kinds.set(each.split(' ')[0]!, (kinds.get(each.split(' ')[0]!) ?? 0) + 1);
    figures.push({
      subject: `calm driving, ${name}`,
      figure: 'false manoeuvres per 100 km',
      unit: '',
      count: Math.round(trueKm),
      value: measured ? per100Km : null,
      low: null,
      high: null,
      floor: null,
      target: '≤ 2 or not measured',
      met: !measured || per100Km <= 2,
      note: `${measured ? `${((stored.manoeuvres.length / calmMinutes) * 60).toFixed(1)} an hour` : 'not measured'}; ${[...kinds].map(([kind, n]) => `${kind} ${n}`).join(', ') || 'none'}; ${stored.distanceKm.toFixed(2)} of ${trueKm.toFixed(2)} km, raw sum of fixes ${rawKm(recording).toFixed(2)}${stored.quarantined > 0 ? `, ${stored.quarantined} trips quarantined` : ''}`,
    });
  }
  return figures;
};

const longDriveMinutes = 180;
const devicesAtOnce = 12;
const throughputMinutes = 30;

const timed = async (work: () => Promise<void>): Promise<number> => {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
};

const singleFigure = (figure: Omit<Figure, 'low' | 'high' | 'floor'>): Figure => ({
  ...figure,
  low: null,
  high: null,
  floor: null,
});

/** Measures the cost of a message during a long drive, and the positions per second of many devices. */
const costFigures = async (server: IngestServer): Promise<Figure[]> => {
  const recording = recordCalmDrive(longDriveMinutes, 'long drive', { placesM: 2, speedKmh: 0.5 });
  const deliveries = deliveryOrders['in order']!(divideRecording(recording, 30));
  const send = await server.addDevice();
  const costsMs: number[] = [];
  for (const delivery of deliveries) costsMs.push(await timed(() => send(delivery)));
  const firstMs = median(costsMs.slice(2, 22));
  const lastMs = median(costsMs.slice(-20));
  const ratio = lastMs / firstMs;
  const figures = [
    singleFigure({
      subject: 'drive of three hours in messages of 30 fixes',
      figure: 'cost of the last ten minutes to the first',
      unit: '×',
      count: costsMs.length,
      value: ratio,
      target: '≤ 1.5',
      met: ratio <= 1.5,
      note: `median of a message: ${firstMs.toFixed(0)} ms first, ${lastMs.toFixed(0)} ms last`,
    }),
  ];
  const part = recordCalmDrive(throughputMinutes, 'throughput', { placesM: 2, speedKmh: 0.5 });
  for (const size of [30, 300]) {
    const fleet = await Promise.all(Array.from({ length: devicesAtOnce }, () => server.addDevice()));
    const parts = deliveryOrders['in order']!(divideRecording(part, size));
    // One delivery holds as many fixes in both cases, as a platform gathers messages.
    const gathered: Delivery[] = [];
    const perRequest = 300 / size;
    for (let from = 0; from < parts.length; from += perRequest) {
      const group = parts.slice(from, from + perRequest);
      gathered.push({ arrivedMs: group.at(-1)!.arrivedMs, messages: group.flatMap(({ messages }) => messages) });
    }
    const storedMs = await timed(async () => {
      await Promise.all(
        fleet.map(async device => {
          for (const delivery of gathered) await device(delivery);
        }),
      );
    });
    const count = part.positions.length * devicesAtOnce;
    // Long drives are cut into trips afterwards. That is part of the cost.
    const ms = storedMs + (await timed(server.cutDrives));
    const perSecond = (count / ms) * 1000;
    figures.push(
      singleFigure({
        subject: `ingest in messages of ${size} fixes`,
        figure: 'positions a second until their trips are cut, server and load in one process',
        unit: '/s',
        count,
        value: perSecond,
        target: size === 30 ? '≥ 20000' : null,
        met: size === 30 ? perSecond >= 20_000 : null,
        note: `${devicesAtOnce} devices; stored without the cutting of trips ${((count / storedMs) * 1000).toFixed(0)}/s; load of the machine ${loadavg()[0]!.toFixed(1)}`,
      }),
    );
  }
  return figures;
};

const withServer = async (measure: (server: IngestServer) => Promise<Figure[]>): Promise<Figure[]> => {
  const server = await openIngestServer();
  try {
    return await measure(server);
  } finally {
    await server.close();
  }
};

/** Sections of figures of the real server, which gets the drives as devices send them. */
export const deliverySections: readonly (readonly [string, (drives: readonly Drive[]) => Promise<Figure[]>])[] = [
  [
    'delivery',
    drives => withServer(async server => orderFigures(await compareDeliveries(server, pickDrives(drives, 2)))),
  ],
  ['sources', drives => withServer(async server => sourceFigures(await compareSources(server, pickDrives(drives, 3))))],
  ['calm driving', () => withServer(calmFigures)],
  ['ingest cost', () => withServer(costFigures)],
];
