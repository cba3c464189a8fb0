import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { formatNumber } from '../../../fields/format.ts';
import { useLanguage } from '../useLanguage.ts';

const useLines = (facts: CrashFacts): readonly (readonly [name: string, text: string])[] => {
  const translate = useTranslate();
  const locale = useLanguage();
  const number = (value: number, decimals = 0) => formatNumber(value, decimals, locale);
  const percent = (share: number) => number(Math.min(99, Math.max(1, share * 100)));
  const say = (key: string, values?: Record<string, string>) => translate(`accident.facts.judged.${key}`, values);
  const { CrashProbability, CrashReasons, DeltaVFromKmh: from, DeltaVToKmh: to, Impacts, InjuryRisk } = facts;
  const windows = ([20, 50, 150] as const).flatMap(ms => {
    const kmh = facts[`DeltaV${ms}Kmh`];
    return kmh === null ? [] : [say('within', { ms: String(ms), kmh: number(kmh, 1) })];
  });
  const lines: (readonly [string, string | null])[] = [
    ['probability', CrashProbability === null ? null : say('percent', { percent: percent(CrashProbability) })],
    ['reasons', CrashReasons?.length ? CrashReasons.map(reason => say(`because.${reason}`)).join('; ') : null],
    [
      'interval',
      from === null
        ? null
        : to === null
          ? say('atLeast', { from: number(from, 1) })
          : say('between', { from: number(from, 1), to: number(to, 1) }),
    ],
    ['windows', windows.length > 0 ? windows.join(', ') : null],
    [
      'impacts',
      Impacts && Impacts.length > 1
        ? Impacts.map(({ AtMs, DeltaVKmh }) => say('impact', { ms: number(AtMs), kmh: number(DeltaVKmh, 1) })).join(
            '; ',
          )
        : null,
    ],
    ['after', facts.StandsAfter === null ? null : say(facts.StandsAfter ? 'stands' : 'drives')],
    ['injury', InjuryRisk === null ? null : say('percent', { percent: percent(InjuryRisk) })],
  ];
  return lines.flatMap(([name, text]) => (text === null ? [] : [[say(name), text] as const]));
};

/** How likely it was a crash and why, how sure its figures are, and what they may mean for people. */
export const Judgement = ({ facts }: { facts: CrashFacts }) => {
  const lines = useLines(facts);
  if (lines.length === 0) return null;
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: 'fit-content(50%) minmax(0, 1fr)', columnGap: 2, rowGap: 0.25 }}
    >
      {lines.map(([name, text]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography variant="body2" component="dt" color="text.secondary">
            {name}
          </Typography>
          <Typography variant="body2" component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
            {text}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};
