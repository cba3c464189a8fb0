import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { formatNumber } from '../../../fields/format.ts';
import { useLanguage } from '../useLanguage.ts';

/** Quality of the measurement: rate, range, clipping, filter, axes. */
export const DeviceFacts = ({ facts, source }: { facts: CrashFacts; source: string }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const unknown = translate('accident.device.unknown');
  const method = () => {
    if (facts.PeakMethod === null) return unknown;
    if (/^CFC/i.test(facts.PeakMethod)) return translate('accident.device.filtered', { filter: facts.PeakMethod });
    return facts.PeakMethod === 'recorded samples' ? translate('accident.device.recorded') : facts.PeakMethod;
  };
  const rows = [
    ['source', source === 'device' ? translate('accident.device.fromDevice') : source],
    [
      'rate',
      facts.RateHz === null
        ? unknown
        : translate('accident.device.hz', { rate: formatNumber(facts.RateHz, 0, locale) }),
    ],
    [
      'range',
      facts.RangeG === null
        ? unknown
        : translate('accident.device.plusMinus', { range: formatNumber(facts.RangeG, 0, locale) }),
    ],
    [
      'clipping',
      facts.PeakG === null
        ? unknown
        : translate(facts.Clipped ? 'accident.device.clipped' : 'accident.device.notClipped'),
    ],
    ['method', method()],
    [
      'bandwidth',
      facts.BandwidthHz === null
        ? translate('accident.device.unknownBandwidth')
        : translate('accident.device.hz', { rate: formatNumber(facts.BandwidthHz, 0, locale) }),
    ],
    ['frame', facts.Frame === null ? unknown : translate(`accident.device.frames.${facts.Frame}`)],
  ] as const;
  return (
    <Box>
      <Typography variant="h4" component="h2" sx={{ mb: 0.5 }}>
        {translate('accident.device.title')}
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'fit-content(50%) minmax(0, 1fr)',
          columnGap: 2,
          rowGap: 0.25,
        }}
      >
        {rows.map(([key, value]) => (
          <Box key={key} sx={{ display: 'contents' }}>
            <Typography variant="body2" component="dt" color="text.secondary">
              {translate(`accident.device.${key}`)}
            </Typography>
            <Typography variant="body2" component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
};
