import type { Trial } from './crashes.ts';
import { type Figure, figureOf, mean } from './figure.ts';
import type { Truth } from './folder.ts';
import { impactKinds, queueTrial, type Sources, sourcesOf } from './impactKinds.ts';
import { randomOf, seedOf } from './random.ts';

const trialCount = 20_000;
/** Crashes in 100 impacts that devices report: the share from which the engine starts before any evidence. */
const crashesIn100 = 12;

/**
 * Returns an impact of the mix for which probabilities hold. 12 in 100 are crashes from 8 km/h by devices at 25 to 200 Hz,
 * half of them up to 20 km/h, a fifth with a driver who drives on. The others are the kinds without a crash, in equal parts.
 * Contacts below 8 km/h are in neither part.
 */
const mixedTrial = (sources: Sources, n: number): Trial => {
  if (n % 100 < crashesIn100) return queueTrial(sources, 100_000 + n);
  const kinds = Object.entries(impactKinds).filter(([, { crash }]) => !crash);
  const [kind, { trial }] = kinds[n % kinds.length]!;
  return trial(sources, randomOf(seedOf('calibration', kind, n)), n);
};

/** Whether a bin of a reliability table may differ from its mean by so little, or the interval holds the mean. */
const isNear = (meanStated: number) => ({
  text: `${meanStated.toFixed(3)} ± 0.1`,
  holds: (value: number, { low, high }: { readonly low: number; readonly high: number }): boolean =>
    Math.abs(value - meanStated) <= 0.1 || (low <= meanStated && meanStated <= high),
});

/** Returns the share of real crashes among the impacts whose stated probability lies in each tenth from 0 to 1. */
export const calibrationFigures = (truth: Truth): Figure[] => {
  const sources = sourcesOf(truth);
  if (!sources) return [];
  const trials = Array.from({ length: trialCount }, (_, n) => mixedTrial(sources, n));
  const known = trials.filter(({ facts }) => facts.CrashProbability !== null);
  const figureOfBin = (from: number, to: number, name: string): Figure => {
    const cases = known.filter(({ probability }) => probability >= from && probability < to);
    return figureOf({
      subject: `stated ${name}`,
      figure: 'share of crashes',
      unit: 'share',
      cases: cases.map(({ crash }) => crash),
      statistic: drawn => drawn.filter(Boolean).length / drawn.length,
      ...(cases.length > 0 && { target: isNear(mean(cases.map(({ probability }) => probability))) }),
    });
  };
  const bins = Array.from({ length: 10 }, (_, n) =>
    figureOfBin(n / 10, n === 9 ? 1.01 : (n + 1) / 10, `${n / 10}–${(n + 1) / 10}`),
  );
  const unknown = figureOf({
    subject: 'all of the mix',
    figure: 'without a probability',
    unit: 'share',
    cases: trials.map(({ facts }) => facts.CrashProbability === null),
    statistic: drawn => drawn.filter(Boolean).length / drawn.length,
  });
  return [...bins, figureOfBin(0.99, 1.01, 'above 0.99'), unknown];
};
