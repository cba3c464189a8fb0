import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { CarFromAbove } from '../../../components/car/CarFromAbove.tsx';
import type { AccidentDetail, CrashFacts } from '../../../contract/shapes/accident.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import {
  deltaVText,
  directionText,
  isDeltaVAtLeast,
  shownDirectionDeg,
  signedText,
} from '../../../resources/accidents/impact.ts';
import { useCrashCurves, useCrashMap } from '../queries.ts';
import { useVerdict } from './useVerdict.ts';

const useFigureTexts = (facts: CrashFacts): readonly (readonly [name: string, text: string])[] => {
  const translate = useTranslate();
  const locale = useLanguage();
  const formatFigure = (value: number | null, decimals = 0) =>
    value === null ? '—' : signedText(value, decimals, locale);
  const joinWithUnit = (unit: string, ...values: readonly string[]) =>
    values.every(value => value === '—') ? '—' : `${values.join(' → ')} ${translate(`accident.units.${unit}`)}`;
  return [
    [
      'deltaVShort',
      joinWithUnit('kmh', facts.DeltaVKmh === null ? '—' : deltaVText(facts.DeltaVKmh, isDeltaVAtLeast(facts), locale)),
    ],
    ['speeds', joinWithUnit('kmh', formatFigure(facts.SpeedBeforeKmh), formatFigure(facts.SpeedAfterKmh))],
    ['peak', joinWithUnit('g', formatFigure(facts.PeakG, 2))],
    ['duration', joinWithUnit('ms', formatFigure(facts.DurationMs))],
  ];
};

export const FactsStrip = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const { Facts: facts } = accident;
  const { reasons } = useVerdict(accident, useCrashMap(accident.Id).data, useCrashCurves(accident.Id).data);
  const figures = useFigureTexts(facts);
  const direction = directionText(facts, translate);
  return (
    <Box
      component="section"
      aria-label={translate('accident.verdict.title')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
      }}
    >
      {facts.PeakG !== null && (
        <Box sx={{ width: 34, height: 52, flex: 'none' }}>
          <CarFromAbove directionDeg={shownDirectionDeg(facts)} severity={facts.Severity} label={direction} />
        </Box>
      )}
      <Box sx={{ flex: { xs: '1 1 220px', sm: '1 1 300px' }, minWidth: 0 }}>
        {reasons.length > 0 && (
          <Typography
            variant="body2"
            color="text.secondary"
            sx={{ fontVariantNumeric: 'tabular-nums', '&::first-letter': { textTransform: 'uppercase' } }}
          >
            {reasons.join(' · ')}
          </Typography>
        )}
        {(facts.PeakG !== null || facts.SpeedBeforeKmh !== null) && (
          <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0 }}>
            {figures.map(([name, text]) => (
              <Box key={name} sx={{ display: 'flex', alignItems: 'baseline', gap: 0.5 }}>
                <Typography variant="caption" component="dt" color="text.secondary" sx={{ lineHeight: 1.25 }}>
                  {translate(`accident.facts.${name}`)}
                </Typography>
                <Typography
                  component="dd"
                  sx={{
                    m: 0,
                    fontWeight: 'fontWeightMedium',
                    fontVariantNumeric: 'tabular-nums',
                    whiteSpace: 'nowrap',
                  }}
                >
                  {text}
                </Typography>
              </Box>
            ))}
          </Box>
        )}
      </Box>
    </Box>
  );
};
