// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { noFacts } from '../../../../../server/domain/telemetry/noFacts.ts';
import type { AccidentDetail, CrashFacts } from '../../../../../src/contract/shapes/accident.ts';
import { AccidentFacts } from '../../../../../src/custom-pages/accidents/facts/FactsPanel.tsx';
import { ImpactBadge } from '../../../../../src/custom-pages/accidents/header/ImpactBadge.tsx';
import { accident as ru } from '../../../../../src/i18n/ru/extra/accident.ts';
import {
  assessmentLines,
  deviceLines,
  directionText,
  doubtSentences,
  figureLines,
  severityBoundsText,
  type Translate,
  verdictKey,
} from '../../../../../src/resources/accidents/impact.ts';
import { verdictOf } from '../../../../../src/resources/accidents/verdict.ts';
import { themes } from '../../../../../src/theme/theme.ts';

const say: Translate = (key, values = {}) => {
  const found = key
    .split('.')
    .slice(1)
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], ru);
  if (typeof found !== 'string') throw new Error(`no text ${key}`);
  return found.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name]));
};

const showInRussian = (content: ReactNode): string => {
  render(
    <I18nContextProvider value={{ translate: say, changeLocale: async () => {}, getLocale: () => 'ru' }}>
      <ThemeProvider theme={themes.light}>
        <MemoryRouter>{content}</MemoryRouter>
      </ThemeProvider>
    </I18nContextProvider>,
  );
  return (document.body.textContent ?? '').replace(/\s+/g, ' ');
};

/** Returns the text of the accident's page about these facts. */
const pageText = (facts: CrashFacts): string =>
  showInRussian(<AccidentFacts accident={{ Facts: facts, Source: 'device', ObjectId: 'o' } as AccidentDetail} />);

afterEach(cleanup);

const crash: Partial<CrashFacts> = {
  PeakG: 9.064,
  DurationMs: 120,
  DeltaVKmh: 24.26,
  DeltaVLongitudinalKmh: -24.1,
  DeltaVLateralKmh: 2.74,
  DeltaVFromKmh: 22.2,
  DeltaVToKmh: null,
  DeltaV20Kmh: 6.3,
  DeltaV150Kmh: 24.3,
  DirectionDeg: 200,
  DirectionErrorDeg: 12.4,
  SpeedBeforeKmh: 48.4,
  Severity: 'major',
  CrashProbability: 0.997,
  CrashReasons: ['changed', 'stands'],
  InjuryRisk: 0.061,
  StandsAfter: true,
  Impacts: [
    { AtMs: 1930, PeakG: 9, DeltaVKmh: 20, DirectionDeg: 200 },
    { AtMs: 2200, PeakG: 4, DeltaVKmh: 4.3, DirectionDeg: null },
  ],
  RateHz: 100,
  RangeG: 16,
  PeakMethod: 'CFC 60',
  Frame: 'device',
  Doubts: ['slowRate', 'endsInside'],
  RecordedBeforeMs: 1930,
  RecordedAfterMs: 2060,
};

describe('an impact in words, as a dossier has it', () => {
  it.each([
    ['a crash', crash],
    [
      'a clipped one',
      { ...crash, Clipped: true, BandwidthHz: 180, DirectionDeg: null, PeakMethod: 'recorded samples' },
    ],
    ['a bump', { PeakG: 2, DeltaVKmh: 1.2, Doubts: [], VelocityLeftShare: 0.1, Severity: 'mini' }],
    ['one that cannot be believed', { ...crash, Doubts: ['unit'], Impacts: null, StandsAfter: false }],
    ['one that was never judged', { PeakG: 3, DeltaVKmh: null, Doubts: null }],
  ] as const)('is what the accident’s page says: %s', (_what, more) => {
    const facts = { ...noFacts(), ...(more as Partial<CrashFacts>) };
    const page = pageText(facts);
    const lines = [
      ...figureLines(facts, say, 'ru'),
      ...assessmentLines(facts, say, 'ru'),
      ...deviceLines(facts, 'device', say, 'ru'),
    ];
    for (const [label, text] of lines) expect(page).toContain(`${label}${text}`.replace(/\s+/g, ' '));
    for (const sentence of [...doubtSentences(facts, say, 'ru'), directionText(facts, say)])
      expect(page).toContain(sentence.replace(/\s+/g, ' '));
  });
});

describe('the badge of a case', () => {
  it.each([
    ['delta-v, by which it is classed', { MinorFromKmh: 8, MajorFromKmh: 20, DeltaVToKmh: 26 }, 'ΔV 24,3 км/ч'],
    ['the peak where there is no delta-v', { DeltaVKmh: null }, '9,06 g'],
  ])('has %s', (_what, more, figure) => {
    const text = showInRussian(<ImpactBadge facts={{ ...noFacts(), ...crash, ...more }} />);
    expect(text).toMatch(new RegExp(`^Удар: сильный, ${figure}$`));
  });

  it('explains on request that the class is a size and no verdict', async () => {
    const facts = {
      ...noFacts(),
      ...crash,
      DeltaVKmh: 6,
      Severity: 'mini' as const,
      MinorFromKmh: 8,
      MajorFromKmh: 20,
    };
    showInRussian(<ImpactBadge facts={facts} />);
    fireEvent.mouseOver(screen.getByText(/^Удар: мини/));
    expect((await screen.findByRole('tooltip')).textContent).toBe(severityBoundsText(facts, say, 'ru'));
    expect(severityBoundsText(facts, say, 'ru')).toContain('Это размер удара; было ли столкновение, говорит вывод.');
  });
});

describe('braking between the fixes around an impact', () => {
  it.each([
    ['slower', { SpeedBeforeKmh: 50, SpeedAfterKmh: 10, DeltaVLongitudinalKmh: -24 }, 'скорость упала на 40 км/ч'],
    ['faster by a push', { SpeedBeforeKmh: 0, SpeedAfterKmh: 13, DeltaVLongitudinalKmh: 16.3 }, 'отняли 3 км/ч'],
  ] as const)('is told in words that fit whether the car is %s', (_how, speeds, words) => {
    const lines = assessmentLines({ ...noFacts(), ...crash, ...speeds }, say, 'ru');
    expect(lines.find(([label]) => label === ru.facts.judged.braking)?.[1]).toContain(words);
  });
});

describe('the uncertainty of the direction', () => {
  it.each([
    [12.4, '±12°'],
    [180, ru.facts.judged.anyDirection],
    [null, undefined],
  ])('is told in words: %s', (DirectionErrorDeg, text) => {
    const lines = assessmentLines({ ...noFacts(), ...crash, DirectionErrorDeg }, say, 'ru');
    expect(lines.find(([label]) => label === ru.facts.judged.directionError)?.[1]).toBe(text);
  });
});

describe('the bounds of the classes', () => {
  const judged = { ...noFacts(), PeakG: 5, MinorFromKmh: 8, MajorFromKmh: 20 };
  it.each([
    ['the scale', { DeltaVKmh: 12, Severity: 'minor' }, undefined],
    ['a rollover', { DeltaVKmh: 5, Severity: 'major', Rollover: true }, ru.facts.otherClass.rollover],
    ['a change that came back', { DeltaVKmh: 12, Severity: 'mini' }, ru.facts.otherClass.returned],
    ['a saturated sensor', { DeltaVKmh: 5, Severity: 'minor', Clipped: true }, ru.facts.otherClass.hidden],
    ['lost speed', { DeltaVKmh: 5, Severity: 'minor', CrashReasons: ['lost'] }, ru.facts.otherClass.lost],
    ['much lost speed', { DeltaVKmh: 5, Severity: 'major', CrashReasons: ['lost'] }, ru.facts.otherClass.lost],
    ['an earlier release', { DeltaVKmh: 5, Severity: 'major', MinorFromKmh: null, MajorFromKmh: null }, undefined],
    ['an improbable crash', { DeltaVKmh: 12, Severity: null }, undefined],
  ] as const)('say what else decided the class: %s', (_what, more, reason) => {
    const text = severityBoundsText({ ...judged, ...(more as Partial<CrashFacts>) }, say, 'ru');
    for (const each of Object.values(ru.facts.otherClass)) expect(text.includes(each)).toBe(each === reason);
  });
});

describe('the answer about what happened', () => {
  const hit = { ...noFacts(), Doubts: [], PeakG: 3, DeltaVKmh: 9, CrashProbability: 0.8 };
  it('names a push of a standing car only for a probable crash', () => {
    expect(verdictKey({ ...hit, CrashReasons: ['pushed', 'changed'] }, true)).toBe('pushed');
    expect(verdictKey({ ...hit, CrashReasons: ['changed'] }, true)).toBe('crash');
    expect(verdictKey({ ...hit, CrashReasons: ['pushed'], CrashProbability: 0.4 }, true)).toBe('unclear');
  });

  it('names a device that fell, whatever it recorded', () => {
    const fell = { ...hit, CrashReasons: ['fell'], CrashProbability: 0.03 } as const;
    expect(verdictKey({ ...fell, CrashReasons: [...fell.CrashReasons] }, true)).toBe('fell');
  });

  it('names a turned device only if the car drove on and no probability is known', () => {
    const turned = { ...hit, TurnedDeg: 90, Rollover: false, CrashProbability: null };
    expect(verdictKey(turned, true)).toBe('handled');
    expect(verdictKey({ ...turned, Rollover: null }, true)).toBe('unknown');
    expect(verdictKey({ ...turned, Rollover: true }, true)).toBe('rollover');
    expect(verdictKey({ ...turned, CrashProbability: 0.8 }, true)).toBe('crash');
  });
});

describe('the answer whether an improbable impact was a crash', () => {
  const contact = { ...noFacts(), Doubts: [], PeakG: 3, DeltaVKmh: 5, CrashProbability: 0.05 };
  it.each([['vertical'], ['short'], ['unchanged']] as const)('is unclear for a contact, though it was %s', reason => {
    expect(verdictKey({ ...contact, CrashReasons: [reason] }, true)).toBe('unclear');
  });

  it('is unclear for a contact that reads up to 0.8 km/h too little, and a knock below', () => {
    expect(verdictKey({ ...contact, SpeedBeforeKmh: 0, DeltaVKmh: 2.3 }, true)).toBe('unclear');
    expect(verdictKey({ ...contact, SpeedBeforeKmh: 0, DeltaVKmh: 2.1 }, true)).toBe('knock');
  });

  it('is no only if the car drove on or braked', () => {
    expect(verdictKey({ ...contact, CrashReasons: ['vertical', 'droveOn'] }, true)).toBe('none');
    expect(verdictKey({ ...contact, CrashReasons: ['braked'] }, true)).toBe('none');
  });
});

describe('an emergency stop', () => {
  // The delta-v is that of some milliseconds of it, and the rest of the braking came back in the recording.
  const stop: CrashFacts = {
    ...{ ...noFacts(), Doubts: [], PeakG: 1.05, DeltaVKmh: 1.8, VelocityLeftShare: 0.1, SpeedBeforeKmh: 50 },
    ...{ CrashProbability: 0.003, CrashReasons: ['braked', 'short', 'stands'] },
  };
  it('is neither a hole nor shaking', () => {
    expect(verdictKey(stop, true)).toBe('none');
    expect(directionText(stop, say)).not.toBe(ru.facts.bump);
    expect(doubtSentences(stop, say, 'ru')).not.toContain(ru.facts.shake);
  });

  it('says so instead of a change of some km/h', () => {
    const { reasons } = verdictOf({ Facts: stop, Source: 'device' }, undefined, undefined, say, 'ru');
    expect(reasons).toContain(ru.facts.judged.because.braked);
    expect(reasons.join()).not.toContain('1,8');
  });

  it('of a probable crash stays a crash', () => {
    expect(verdictKey({ ...stop, CrashProbability: 0.9 }, true)).toBe('crash');
  });
});

describe('a delta-v that is a lower bound', () => {
  const cut: CrashFacts = {
    ...{ ...noFacts(), ...crash, MinorFromKmh: 8, MajorFromKmh: 20, DeltaVKmh: 24.2, DeltaVFromKmh: 20 },
    DeltaVToKmh: null,
  };
  const sentence = (facts: CrashFacts) =>
    verdictOf({ Facts: facts, Source: 'device' }, undefined, undefined, say, 'ru').reasons.join();
  it('says so in the sentence and in the badge', () => {
    expect(sentence(cut)).toContain('≥ 24,2');
    expect(showInRussian(<ImpactBadge facts={cut} />)).toContain('≥ 24,2');
  });

  it('and only then', () => {
    expect(sentence({ ...cut, DeltaVToKmh: 30 })).not.toContain('≥');
    // Earlier releases computed no interval.
    expect(sentence({ ...cut, DeltaVFromKmh: null })).not.toContain('≥');
  });
});

describe('a direction whose interval excludes no side', () => {
  const unsure: CrashFacts = { ...noFacts(), ...crash, DirectionErrorDeg: 180 };
  const sure: CrashFacts = { ...unsure, DirectionErrorDeg: 79 };
  const rear = ru.facts.sides.rear;
  it('is named by neither sentence nor picture', () => {
    const sentence = (facts: CrashFacts) =>
      verdictOf({ Facts: facts, Source: 'device' }, undefined, undefined, say, 'ru').reasons.join();
    expect([sentence(sure).includes(rear), sentence(unsure).includes(rear)]).toEqual([true, false]);
    expect(directionText(unsure, say)).toBe(ru.facts.noDirection);
  });
});
