// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { noFacts } from '../../../../../server/domain/telemetry/noFacts.ts';
import type { CrashFacts } from '../../../../../src/contract/shapes/accident.ts';
import { Doubts } from '../../../../../src/custom-pages/accidents/facts/FactsPanel.tsx';
import { accident as en } from '../../../../../src/i18n/en/extra/accident.ts';
import { accident as ru } from '../../../../../src/i18n/ru/extra/accident.ts';
import { isBump } from '../../../../../src/resources/accidents/impact.ts';

const factsWith = (more: Partial<CrashFacts>): CrashFacts => ({
  ...noFacts(),
  PeakG: 6,
  DeltaVKmh: 12,
  Doubts: [],
  VelocityLeftShare: 0.95,
  RecordedBeforeMs: 984,
  RecordedAfterMs: 2015,
  ...more,
});

const show = (more: Partial<CrashFacts>, texts: typeof ru | typeof en = ru): string => {
  const translate = (key: string, values: Record<string, unknown> = {}): string => {
    const found = key
      .split('.')
      .slice(1)
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], texts);
    if (typeof found !== 'string') throw new Error(`no text ${key}`);
    return found.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
  render(
    <I18nContextProvider value={{ translate, changeLocale: async () => {}, getLocale: () => 'ru' }}>
      <Doubts facts={factsWith(more)} />
    </I18nContextProvider>,
  );
  return document.body.textContent ?? '';
};

afterEach(cleanup);

describe('what is doubtful about an impact', () => {
  it('says what the recording covers, and nothing more of a good one', () => {
    expect(show({})).toContain('984 мс до удара');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is in words, in both languages', () => {
    expect(show({ Doubts: ['endsInside', 'zeroUnknown'], Clipped: true })).toContain(ru.facts.doubts.endsInside);
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    cleanup();
    expect(show({ Doubts: ['unit'] }, en)).toContain(en.facts.implausible);
    cleanup();
    expect(show({ VelocityLeftShare: 0.1 }, en)).toContain(en.facts.shake);
    cleanup();
    expect(show({ Doubts: null, RecordedBeforeMs: null })).toContain(ru.facts.notJudged);
  });

  it('is a bump below 3 km/h, unless the recording is clipped, at fault or was never judged', () => {
    expect(isBump(factsWith({ DeltaVKmh: 2.9 }))).toBe(true);
    expect(isBump(factsWith({ DeltaVKmh: 3 }))).toBe(false);
    expect(isBump(factsWith({ DeltaVKmh: 2, Clipped: true }))).toBe(false);
    expect(isBump(factsWith({ DeltaVKmh: 2, Doubts: ['unit'] }))).toBe(false);
    expect(isBump(factsWith({ DeltaVKmh: 2, Doubts: null }))).toBe(false);
    expect(isBump(factsWith({ DeltaVKmh: null }))).toBe(false);
  });
});
