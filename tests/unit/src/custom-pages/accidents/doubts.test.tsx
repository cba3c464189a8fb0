// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { noFacts } from '../../../../../server/domain/telemetry/noFacts.ts';
import { type CrashFacts, crashReasons } from '../../../../../src/contract/shapes/accident.ts';
import { CrashAssessment, FactWarnings } from '../../../../../src/custom-pages/accidents/facts/FactsPanel.tsx';
import { accident as en } from '../../../../../src/i18n/en/extra/accident.ts';
import { accident as ru } from '../../../../../src/i18n/ru/extra/accident.ts';
import { isBump } from '../../../../../src/resources/accidents/impact.ts';

describe('doubts', () => {
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
        <FactWarnings facts={factsWith(more)} />
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
});

describe('judgement', () => {
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
        <CrashAssessment facts={{ ...noFacts(), ...more }} />
      </I18nContextProvider>,
    );
    return document.body.textContent ?? '';
  };

  afterEach(cleanup);

  describe('what is judged of an impact', () => {
    it('is silent about what is not known', () => {
      expect(show({})).toBe('');
    });

    it('says how likely a crash it was, why, and how sure its figures are', () => {
      const text = show({
        CrashProbability: 0.874,
        CrashReasons: ['changed', 'stands'],
        DeltaVFromKmh: 20.14,
        DeltaVToKmh: 31.2,
        DeltaV50Kmh: 12.3,
        StandsAfter: true,
        ...{ InjuryRisk: 0.042, InjuryRiskLow: 0.021, InjuryRiskHigh: 0.083 },
      });
      expect(text).toContain('87 %');
      expect(text).toContain(`${ru.facts.judged.because.changed}; ${ru.facts.judged.because.stands}`);
      expect(text).toContain('20,1–31,2 км/ч');
      expect(text).toContain('за 50 мс — 12,3 км/ч');
      expect(text).toContain('4 % (от 2 до 8 % — по 90-процентным интервалам ΔV и стороны');
    });

    it('gives a lower bound alone where the sensor was saturated, and each of several impacts', () => {
      const impact = { PeakG: 5, DirectionDeg: 0 };
      const Impacts = [
        { ...impact, AtMs: 1000, DeltaVKmh: 12 },
        { ...impact, AtMs: 1600, DeltaVKmh: 7.5 },
      ];
      const text = show({ DeltaVFromKmh: 40, DeltaVToKmh: null, Impacts }, en);
      expect(text).toContain('40,0 km/h at least');
      expect(text).toContain('ΔV 7,5 km/h');
    });

    it.each([['ru', ru] as const, ['en', en] as const])('has words for every reason (%s)', (_, texts) => {
      expect(show({ CrashReasons: [...crashReasons] }, texts)).not.toBe('');
    });
  });
});
