import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import { summariseImpact } from '../../server/domain/telemetry/impact.ts';
import { defaultSettings } from '../../server/domain/telemetry/settings.ts';
import { atLeast, type Figure, figureOf, median } from './figure.ts';
import { randomOf, seedOf } from './random.ts';
import { recordPulse, scaledTo } from './sampling.ts';

const trials = 1000;
const rates = [25, 50, 100, 200, 400, 1000];
const ranges = [8, 16, 32, 200];

interface Trial {
  readonly truthKmh: number;
  readonly foundKmh: number | null;
  readonly fromKmh: number | null;
  readonly toKmh: number | null;
  readonly rateHz: number;
}

const holds = ({ truthKmh, fromKmh, toKmh }: Trial): boolean =>
  fromKmh !== null && truthKmh >= fromKmh && (toKmh === null || truthKmh <= toKmh);

/** Returns a trial with random rate, phase, averaging, range, noise, zero, window and size. */
const trialOf = (pulse: CurveSamples, n: number): Trial => {
  const random = randomOf(seedOf('delta-v', n));
  const rateHz = rates[random.below(rates.length)]!;
  const averages = random.uniform() < 0.5;
  const truthKmh = random.between(8, 60);
  const offset = [random.between(-0.1, 0.1), random.between(-0.1, 0.1), random.between(-0.1, 0.1)] as const;
  const beforeS = random.between(0.03, 1);
  const curve = recordPulse(
    scaledTo(pulse, truthKmh),
    {
      rateHz,
      averages,
      rangeG: ranges[random.below(ranges.length)]!,
      noiseG: random.between(0.01, 0.08),
      turnedRad: random.between(0, 2 * Math.PI),
    },
    { beforeS, seconds: beforeS + random.between(0.06, 1.5) },
    () => offset,
    random,
  );
  const facts = summariseImpact(curve, null, defaultSettings, null, {
    bandwidthHz: averages ? rateHz / 2 : null,
    speedKmh: null,
  });
  return { truthKmh, foundKmh: facts.DeltaVKmh, fromKmh: facts.DeltaVFromKmh, toKmh: facts.DeltaVToKmh, rateHz };
};

export const deltaVFigures = (pulses: readonly CurveSamples[]): Figure[] => {
  if (pulses.length === 0) return [];
  const found = Array.from({ length: trials }, (_, n) => trialOf(pulses[n % pulses.length]!, n)).filter(
    ({ foundKmh }) => foundKmh !== null,
  );
  const share = (drawn: readonly boolean[]): number => drawn.filter(Boolean).length / drawn.length;
  const open = found.filter(({ toKmh }) => toKmh === null);
  const closed = found.filter(({ toKmh }) => toKmh !== null);
  const widths = (rateHz: number): number =>
    median(
      closed
        .filter(one => one.rateHz === rateHz)
        .map(({ fromKmh, toKmh, truthKmh }) => (((toKmh ?? 0) - (fromKmh ?? 0)) / 2 / truthKmh) * 100),
    );
  return [
    figureOf({
      subject: 'delta-v interval holds the truth',
      figure: 'all corruptions',
      unit: 'share',
      cases: found.map(holds),
      statistic: share,
      target: atLeast(0.9),
      note: `${trials - found.length} of ${trials} without a delta-v; ${open.length} without an upper bound (saturated or cut)`,
    }),
    figureOf({
      subject: 'delta-v interval holds the truth',
      figure: 'both bounds known',
      unit: 'share',
      cases: closed.map(holds),
      statistic: share,
      target: atLeast(0.9),
      note: `half width, median: ${rates.map(rateHz => `${rateHz} Hz ±${widths(rateHz).toFixed(0)} %`).join(', ')}`,
    }),
  ];
};
