import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Span } from '../../../components/clock/clock.ts';
import { Plot } from '../../../components/curves/Plot.tsx';
import { useCurveColours } from '../../../components/curves/plotOptions.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { Reconstruction } from '../../../contract/shapes/reconstruction.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { reconstructionLines } from '../../../resources/accidents/reconstruction.ts';
import { PanelLoaded } from '../Panel.tsx';
import { useReconstruction } from '../queries.ts';
import { FactLines } from './FactLines.tsx';
import { SpeedTable } from './SpeedTable.tsx';

const span: Span = [-30, 60];
const minRange = [0, 20] as const;
const noLevels = [] as const;
const plotHeight = '180px';

const SpeedWithInterval = ({ reconstruction }: { reconstruction: Reconstruction }) => {
  const translate = useTranslate();
  const colours = useCurveColours();
  const series = useMemo(
    () =>
      (
        [
          ['speed', [], 2],
          ['low', [3, 3], 1],
          ['high', [3, 3], 1],
        ] as const
      ).map(([key, dash, width]) => ({
        key,
        label: translate(`accident.reconstruction.${key}`),
        colour: colours.Speed,
        dash,
        isShown: true,
        width,
      })),
    [translate, colours],
  );
  const values = useMemo(
    () => [reconstruction.Speed, reconstruction.SpeedFrom, reconstruction.SpeedTo],
    [reconstruction],
  );
  return (
    <Plot
      times={reconstruction.Time}
      values={values}
      height={plotHeight}
      span={span}
      series={series}
      levels={noLevels}
      minRange={minRange}
      xTitle={translate('accident.curves.time.impact')}
      yTitle={translate('accident.curves.speed')}
      label={translate('accident.reconstruction.plotLabel')}
    />
  );
};

/** Reconstructed speed as a plot, or as a table for people who do not see the plot. */
const SpeedView = ({ reconstruction }: { reconstruction: Reconstruction }) => {
  const translate = useTranslate();
  const [isTable, setIsTable] = useState(false);
  const View = isTable ? SpeedTable : SpeedWithInterval;
  return (
    <>
      <FormControlLabel
        control={<Switch size="small" checked={isTable} onChange={(_, checked) => setIsTable(checked)} />}
        label={translate('accident.reconstruction.asTable')}
      />
      <View reconstruction={reconstruction} />
    </>
  );
};

/** Movement around the impact, reconstructed from acceleration and fixes. */
export const ReconstructionPanel = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const query = useReconstruction(accident.Id);
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography variant="h4" component="h2">
        {translate('accident.reconstruction.title')}
      </Typography>
      <PanelLoaded query={query} skeleton={<Skeleton variant="rectangular" sx={{ height: 320 }} />}>
        {data => (
          <>
            <FactLines lines={reconstructionLines(data, accident.Facts, translate, locale)} />
            {data.Speed.some(speed => speed !== null) && <SpeedView reconstruction={data} />}
            <Typography variant="caption" color="text.secondary">
              {translate('accident.reconstruction.note')}
            </Typography>
          </>
        )}
      </PanelLoaded>
    </Box>
  );
};
