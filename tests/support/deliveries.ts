import type { Position } from '../../src/contract/shapes/telemetry.ts';

/** Returns numbers from 0 to 1 that are the same in every run. */
export const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const metresPerDegree = 111_195;
const rateHz = 10;
const gravityMs2 = 9.80665;

/** A drive, second by second: its fixes, and the forward and leftward acceleration of the vehicle, g. */
export interface RecordedDrive {
  readonly fixes: readonly Position[];
  readonly forwardG: readonly number[];
  readonly leftG: readonly number[];
}

/**
 * Returns a drive in a town at 1 Hz: blocks of houses that are circled several times, red lights, hard braking, and
 * places with the noise of a receiver.
 */
export const townDrive = (startMs: number, minutes: number, seed: number): RecordedDrive => {
  const random = randomFrom(seed);
  const fixes: Position[] = [];
  const forwardG: number[] = [];
  const leftG: number[] = [];
  let [northM, eastM, speedMs, headingDeg] = [0, 0, 0, 0];
  let [targetMs, standS, legS, turnDegLeft] = [14, 0, 30, 0];
  let noiseM: readonly [number, number] = [0, 0];
  for (let i = 0; i < minutes * 60; i++) {
    if (standS > 0 && speedMs === 0) standS--;
    else if (--legS <= 0) {
      if (random() < 0.3) standS = Math.round(5 + random() * 50);
      // Mostly right turns, so that the car circles blocks and passes the same places again.
      else turnDegLeft = random() < 0.8 ? 90 : -90;
      legS = Math.round(14 + random() * 12);
      targetMs = 8 + random() * 14;
    }
    const wantedMs = standS > 0 ? 0 : turnDegLeft === 0 ? targetMs : 7;
    const changeMs2 = Math.max(standS > 0 && i % 3 === 0 ? -4.5 : -3.5, Math.min(2, wantedMs - speedMs));
    const turnDeg = speedMs > 3 ? Math.sign(turnDegLeft) * Math.min(24, Math.abs(turnDegLeft)) : 0;
    turnDegLeft -= turnDeg;
    headingDeg = (headingDeg + turnDeg + 360) % 360;
    speedMs = Math.max(0, speedMs + changeMs2);
    northM += speedMs * Math.cos((headingDeg * Math.PI) / 180);
    eastM += speedMs * Math.sin((headingDeg * Math.PI) / 180);
    noiseM = [noiseM[0] * 0.9 + (random() - 0.5) * 1.6, noiseM[1] * 0.9 + (random() - 0.5) * 1.6];
    const latitude = 55.75 + (northM + noiseM[0]) / metresPerDegree;
    const longitude = 37.6 + (eastM + noiseM[1]) / (metresPerDegree * Math.cos((55.75 * Math.PI) / 180));
    fixes.push({
      DateTime: new Date(startMs + i * 1000).toISOString(),
      Latitude: Number(latitude.toFixed(6)),
      Longitude: Number(longitude.toFixed(6)),
      Speed: Number((speedMs * 3.6).toFixed(1)),
      Course: Math.round(headingDeg) % 360,
      Ignition: true,
    });
    forwardG.push(changeMs2 / gravityMs2);
    leftG.push((-speedMs * turnDeg * Math.PI) / 180 / gravityMs2);
  }
  return { fixes, forwardG, leftG };
};

/**
 * Returns a drive round a circuit at 1 Hz and constant speed. The car passes each place once a lap in the same direction,
 * at exactly the same coordinates.
 */
export const circuitDrive = (startMs: number, minutes: number, lapS: number): RecordedDrive => {
  const speedMs = 12;
  const radiusM = (speedMs * lapS) / 2 / Math.PI;
  const fixes = Array.from({ length: minutes * 60 }, (_, i): Position => {
    const angle = ((i % lapS) / lapS) * 2 * Math.PI;
    const eastDeg = (radiusM * (1 - Math.cos(angle))) / (metresPerDegree * Math.cos((55.75 * Math.PI) / 180));
    return {
      DateTime: new Date(startMs + i * 1000).toISOString(),
      Latitude: Number((55.75 + (radiusM * Math.sin(angle)) / metresPerDegree).toFixed(6)),
      Longitude: Number((37.6 + eastDeg).toFixed(6)),
      Speed: speedMs * 3.6,
      Course: Math.round((angle * 180) / Math.PI),
      Ignition: true,
    };
  });
  return { fixes, forwardG: fixes.map(() => 0), leftG: fixes.map(() => -(speedMs ** 2) / radiusM / gravityMs2) };
};

/** Returns the acceleration of the seconds `from` to before `to` of a drive, in the vehicle's axes. */
const accelerationOf = ({ fixes, forwardG, leftG }: RecordedDrive, from: number, to: number) => {
  const samples = Array.from({ length: (to - from) * rateHz }, (_, k) => from * rateHz + k);
  const axis = (g: (second: number) => number, noiseG: number, offset: number): number[] =>
    samples.map(k => Number((g(Math.floor(k / rateHz)) + noiseG * Math.sin((k + offset) * 12.9898)).toFixed(4)));
  return {
    Start: fixes[from]!.DateTime,
    RateHz: rateHz,
    RangeG: 8,
    Frame: 'vehicle' as const,
    Longitudinal: axis(second => forwardG[second]!, 0.02, 0),
    Lateral: axis(second => leftG[second]!, 0.02, 3),
    Vertical: axis(() => 1, 0.03, 7),
  };
};

export interface SentPart {
  readonly Positions: readonly Position[];
  readonly Acceleration?: object;
}

/** Divides a drive into parts of so many seconds, each with its fixes and, if wanted, its acceleration. */
export const divideDrive = (drive: RecordedDrive, seconds: number, withAcceleration: boolean): SentPart[] => {
  const parts: SentPart[] = [];
  for (let from = 0; from < drive.fixes.length; from += seconds) {
    const to = Math.min(drive.fixes.length, from + seconds);
    parts.push({
      Positions: drive.fixes.slice(from, to),
      ...(withAcceleration && { Acceleration: accelerationOf(drive, from, to) }),
    });
  }
  return parts;
};

const shuffle = <T>(items: readonly T[], random: () => number): T[] => {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const k = Math.floor(random() * (i + 1));
    [shuffled[i], shuffled[k]] = [shuffled[k]!, shuffled[i]!];
  }
  return shuffled;
};

const changePositions =
  (change: (positions: readonly Position[], random: () => number) => readonly Position[]) =>
  (parts: readonly SentPart[], random: () => number): SentPart[] =>
    parts.map(part => ({ ...part, Positions: change(part.Positions, random) }));

/** Orders in which devices and platforms deliver the parts of a drive. */
export const deliveryOrders = {
  'in order': parts => [...parts],
  'newest first': parts => [...parts].reverse(),
  'one live, then the backlog': parts => [...parts.slice(-1), ...parts.slice(0, -1)],
  'live first, then the backlog': parts => [
    ...parts.slice(Math.ceil(parts.length * 0.6)),
    ...parts.slice(0, Math.ceil(parts.length * 0.6)),
  ],
  'live first, then the backlog newest first': parts => [
    ...parts.slice(Math.ceil(parts.length * 0.6)),
    ...parts.slice(0, Math.ceil(parts.length * 0.6)).reverse(),
  ],
  'each backlog message behind a live one': parts =>
    parts.slice(0, Math.ceil(parts.length / 2)).flatMap((part, i) => {
      const live = parts[Math.ceil(parts.length / 2) + i];
      return live ? [live, part] : [part];
    }),
  shuffled: (parts, random) => shuffle(parts, random),
  repeated: (parts, random) => parts.flatMap(part => (random() < 0.5 ? [part, part] : [part])),
  'shuffled and repeated': (parts, random) => shuffle([...parts, ...parts.filter(() => random() < 0.4)], random),
  'in order, newest fix first in each message': changePositions(positions => [...positions].reverse()),
  'in order, fixes shuffled in each message': changePositions((positions, random) => shuffle(positions, random)),
  'in order, halves of each message exchanged': changePositions(positions => [
    ...positions.slice(positions.length / 2),
    ...positions.slice(0, positions.length / 2),
  ]),
  'pieces of distant parts in one message': parts => {
    const half = Math.ceil(parts.length / 2);
    return parts.slice(0, half).flatMap((part, i) => {
      const distant = parts[half + i] ?? { Positions: [] };
      const joined = { ...part, Positions: [...distant.Positions, ...part.Positions] };
      return distant.Acceleration ? [joined, { ...distant, Positions: [] }] : [joined];
    });
  },
  'shuffled, fixes shuffled in each message': (parts, random) =>
    shuffle(changePositions((positions, next) => shuffle(positions, next))(parts, random), random),
  'fixes of the whole drive shuffled over all messages': (parts, random) => {
    const fixes = shuffle(
      parts.flatMap(part => part.Positions),
      random,
    );
    const size = parts[0]!.Positions.length;
    return parts.map((part, i) => ({ ...part, Positions: fixes.slice(i * size, i * size + size) }));
  },
} satisfies Record<string, (parts: readonly SentPart[], random: () => number) => SentPart[]>;
