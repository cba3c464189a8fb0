import { describe, expect, it } from 'vitest';
import { recordings, trackOf } from '../../../../../server/demo/recordings.ts';
import { decodeCurve } from '../../../../../server/domain/telemetry/codec.ts';
import { summariseImpact } from '../../../../../server/domain/telemetry/impact.ts';
import { reconstruct } from '../../../../../server/domain/telemetry/reconstruction.ts';
import { roundFacts } from '../../../../../server/domain/telemetry/roundFacts.ts';
import type { CrashFacts } from '../../../../../src/contract/shapes/accident.ts';
import type { CrashMap } from '../../../../../src/contract/shapes/telemetry.ts';
import { accident as en } from '../../../../../src/i18n/en/extra/accident.ts';
import { accident as ru } from '../../../../../src/i18n/ru/extra/accident.ts';
import {
  assessmentLines,
  directionText,
  doubtSentences,
  figureLines,
  severityBoundsText,
  severityKey,
  type Translate,
  verdictKey,
} from '../../../../../src/resources/accidents/impact.ts';
import { reconstructionLines } from '../../../../../src/resources/accidents/reconstruction.ts';
import { motionAfter, verdictOf } from '../../../../../src/resources/accidents/verdict.ts';
import { verdictLabels, verdicts } from '../../../../../src/resources/accidents/verdicts.ts';

const texts = { ru, en };
const sayIn =
  (locale: 'ru' | 'en'): Translate =>
  (key, values = {}) => {
    const found = key
      .split('.')
      .slice(1)
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], texts[locale]);
    if (typeof found !== 'string') throw new Error(`no text ${key}`);
    return found.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };

/** The impacts of the demo with their facts and the track that the accident's page shows. */
const impacts = recordings().impacts.map((recording, index) => {
  const track = trackOf(recording);
  const curve = decodeCurve(Buffer.from(recording.curve, 'base64'));
  const facts = roundFacts(summariseImpact(curve, track));
  const Track = Array.from(track.timeMs, (ms, i) => [
    (ms - recording.impactMs) / 1000,
    track.latitude[i]!,
    track.longitude[i]!,
    track.speedKmh[i]!,
  ]).filter(([time]) => time! >= -120 && time! <= 60) as unknown as CrashMap['Track'];
  const isCrash = ['front', 'rear', 'left', 'right'].includes(recording.kind);
  const motion = motionAfter(Track);
  const stopPoint = motion.kind === 'stopped' ? Track.find(([time]) => time === motion.stopAfterS) : undefined;
  const reconstruction = {
    CrashDateTime: '',
    ...reconstruct({
      track,
      curve,
      axes: null,
      gravity: null,
      facts,
      isFaulty: false,
      impactMs: recording.impactMs,
      rest:
        motion.kind === 'unknown'
          ? undefined
          : motion.kind === 'drove' || motion.continuedDriving || !stopPoint
            ? null
            : { atS: stopPoint[0], latitude: stopPoint[1], longitude: stopPoint[2] },
    }),
  };
  const name = `${index} ${recording.kind}`;
  return { name, facts, map: { Track } as CrashMap, isCrash, company: recording.company, reconstruction };
});
const first = impacts.filter(({ company }) => company === 0);

const allTextsOf = ({ facts, map, reconstruction }: (typeof impacts)[number], locale: 'ru' | 'en'): string => {
  const say = sayIn(locale);
  const { answer, reasons } = verdictOf({ Facts: facts, Source: 'device' }, map, undefined, say, locale);
  return [
    answer,
    ...reasons,
    say(severityKey(facts)),
    severityBoundsText(facts, say, locale),
    directionText(facts, say),
    ...figureLines(facts, say, locale).flat(),
    ...assessmentLines(facts, say, locale).flat(),
    ...doubtSentences(facts, say, locale),
    ...reconstructionLines(reconstruction, facts, say, locale).flat(),
  ].join('\n');
};

describe('the words about the severity of an impact', () => {
  const judged = (change: Partial<CrashFacts>) => ({ ...impacts[0]!.facts, ...change });

  it.each(['ru', 'en'] as const)('never call an improbable crash moderate or severe (%s)', locale => {
    const text = sayIn(locale)(severityKey(judged({ Severity: null, CrashProbability: 0.01 })));
    expect(text).toMatch(/столкновение маловероятно|a crash is improbable/);
    expect(text).not.toMatch(/умеренный|сильный|moderate|severe/);
  });

  it('say that a wrong recording or none has no severity', () => {
    const say = sayIn('en');
    expect(say(severityKey(judged({ Severity: null, CrashProbability: null, Doubts: ['unit'] })))).toMatch(
      /unreliable/,
    );
    expect(say(severityKey(judged({ Severity: null, CrashProbability: null })))).toBe('unknown');
  });
});

describe('the words about the impacts of the demo', () => {
  it('are right in the first line for at least 50 of 52, and call no crash none', () => {
    const keys = first.map(({ facts, isCrash, name }) => ({ key: verdictKey(facts, true), facts, isCrash, name }));
    const noneKeys = ['none', 'bump', 'shake', 'knock'];
    const wrong = keys.filter(({ key, facts, isCrash }) => {
      if (!isCrash) return !noneKeys.includes(key);
      return (
        key !== 'crash' && key !== 'pushed' && !(key === 'unclear' && facts.DeltaVKmh! >= 3 && facts.DeltaVKmh! <= 8)
      );
    });
    expect(first).toHaveLength(52);
    expect(
      wrong.map(({ name, key }) => `${name}: ${key}`).length,
      JSON.stringify(wrong.map(({ name, key }) => [name, key])),
    ).toBeLessThanOrEqual(2);
    expect(keys.filter(({ key, isCrash }) => isCrash && noneKeys.includes(key)).map(({ name }) => name)).toEqual([]);
  });

  it.each(['ru', 'en'] as const)('have a sentence on the page for each short word of the list (%s)', locale => {
    const { answers } = texts[locale].verdict;
    expect(Object.keys(answers).sort()).toEqual([...verdicts].sort());
    for (const verdict of ['crash', 'rollover', 'pushed', 'unclear', 'faulty'] as const) {
      const [firstWord = ''] = verdictLabels[verdict][locale].split(' ');
      expect(answers[verdict].toLowerCase()).toContain(firstWord.slice(0, 5));
    }
  });

  it.each(['ru', 'en'] as const)('contradict no figure and no other words beside them (%s)', locale => {
    for (const impact of impacts) {
      const { facts, name } = impact;
      const text = allTextsOf(impact, locale);
      const has = (pattern: RegExp) => pattern.test(text);
      if (facts.SpeedBeforeKmh! < 5) {
        expect(has(/сразу остановился|stopped at once|продолжил движение|drove on/), name).toBe(false);
        expect(has(/яму|бордюр|pothole|kerb/), name).toBe(false);
      }
      if (facts.RecordedBeforeMs! >= 50) expect(has(/меньше 50|less than 50/), name).toBe(false);
      if (facts.DeltaVKmh! > 0) expect(has(/без изменения скорости|without a change of speed/i), name).toBe(false);
      expect(has(/[−-]0(,0+|\.0+)?(?![\d,.])/), `${name}: ${text}`).toBe(false);
      // The class follows from the delta-v as shown, and stands beside its bounds.
      expect(has(/По изменению скорости|By change of speed/), name).toBe(true);
      const shown = facts.DeltaVKmh! < 8 ? 'mini' : facts.DeltaVKmh! < 20 ? 'minor' : 'major';
      expect(facts.Severity ?? 'none', name).toBe(facts.CrashProbability! > 0.25 || shown === 'mini' ? shown : 'none');
      // Speeds before and after that differ by more than the impact need the braking beside them.
      const braked = facts.SpeedBeforeKmh! - facts.SpeedAfterKmh! + (facts.DeltaVLongitudinalKmh ?? 0);
      if (impact.isCrash) expect(has(/торможение и качение|braking and rolling/), name).toBe(braked >= 3);
      if (facts.Doubts!.includes('zeroUnknown') && facts.RecordedBeforeMs! >= 50)
        expect(has(/ΔV включает|ΔV includes/), name).toBe(true);
    }
  });

  it('agree with the reconstructed movement', () => {
    for (const { name, facts, reconstruction, isCrash, map } of impacts) {
      const { SpeedAtImpact, SpeedAfterImpact, Braked, Braking, Rest } = reconstruction;
      const text = allTextsOf({ name, facts, reconstruction, isCrash, map, company: 0 }, 'en');
      expect(SpeedAtImpact, name).not.toBeNull();
      // A car that stood did not brake, and one that braked did not stand.
      if (facts.SpeedBeforeKmh! < 5) {
        expect(Braked, `${name}: ${text}`).not.toBe(true);
        expect(SpeedAtImpact!.FromKmh, `${name}: ${text}`).toBeLessThan(8);
      }
      // Without braking the car has at the impact the speed of the last fix.
      if (Braked === false) {
        expect(SpeedAtImpact!.FromKmh, `${name}: ${text}`).toBeLessThanOrEqual(facts.SpeedBeforeKmh! + 10);
        expect(SpeedAtImpact!.ToKmh, `${name}: ${text}`).toBeGreaterThanOrEqual(facts.SpeedBeforeKmh! - 10);
      }
      if (Braking) {
        expect(Braking.FromKmh, name).toBeGreaterThan(Braking.ToKmh);
        expect(Braking.MeanMs2, `${name}: ${text}`).toBeLessThan(11);
      }
      if (SpeedAfterImpact && SpeedAtImpact && facts.DeltaVToKmh)
        expect(
          Math.min(
            Math.abs(SpeedAtImpact.FromKmh - SpeedAfterImpact.ToKmh),
            Math.abs(SpeedAtImpact.ToKmh - SpeedAfterImpact.FromKmh),
            Math.abs(SpeedAtImpact.Kmh - SpeedAfterImpact.Kmh),
          ),
          `${name}: ${text}`,
        ).toBeLessThanOrEqual(facts.DeltaVToKmh + 3);
      expect(/stopped at once/.test(text) && Rest !== null && Rest.AtS >= 2, `${name}: ${text}`).toBe(false);
      expect(
        /after the impact rolled|was pushed/.test(text) && /stood before the impact and after/.test(text),
        name,
      ).toBe(false);
      expect(/drove on/.test(text) && Rest !== null, `${name}: ${text}`).toBe(false);
    }
  });
});
