import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect, useMemo } from 'react';
import { useClock } from '../../../components/clock/ClockContext.tsx';
import { Scrubber } from '../../../components/clock/Scrubber.tsx';
import { useClockAddress } from '../../../components/clock/useClockAddress.ts';
import { useClockKeys } from '../../../components/clock/useClockKeys.ts';
import { Readouts } from '../../../components/curves/Readouts.tsx';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CrashCurves, CrashMap } from '../../../contract/shapes/telemetry.ts';
import { Loaded, Panel } from '../Panel.tsx';
import { useCrashCurves, useCrashMap } from '../queries.ts';
import { CurvesPanel } from './CurvesPanel.tsx';
import { MapPanel } from './MapPanel.tsx';
import { recordingOf } from './recording.ts';

const sizes = { map: { xs: 280, md: 280 }, player: 142, curves: 440 } as const;

const noMap: CrashMap = { CrashDateTime: '', Latitude: null, Longitude: null, Track: [] };
const noCurves: CrashCurves = {
  CrashDateTime: '',
  RateHz: null,
  RangeG: null,
  Frame: null,
  Samples: 0,
  Time: [],
  Longitudinal: [],
  Lateral: [],
  Vertical: [],
  Resultant: [],
  SpeedTime: [],
  Speed: [],
};

const Player = ({ curves, map }: { curves: CrashCurves; map: CrashMap }) => {
  const clock = useClock();
  const recording = useMemo(() => recordingOf(curves, map), [curves, map]);
  useEffect(() => clock.load(recording.times, recording.whole, recording.view), [clock, recording]);
  useClockAddress();
  useClockKeys();
  return (
    <Box sx={{ p: 1, pb: 0.5, display: 'grid', gap: 0.5 }}>
      <Readouts curves={curves} />
      <Scrubber curve={curves.Time.length > 1} />
    </Box>
  );
};

/** Map, player and curves under one clock. */
export const Workbench = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const map = useCrashMap(accident.Id);
  const curves = useCrashCurves(accident.Id);
  const settled = !map.isPending && !curves.isPending;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, alignContent: 'start' }}>
      <Panel label={translate('accident.map.title')}>
        <Box sx={{ height: sizes.map }}>
          <Loaded query={map} skeleton={<Skeleton variant="rectangular" height="100%" />}>
            {data => <MapPanel accident={accident} map={data} />}
          </Loaded>
        </Box>
      </Panel>
      <Panel label={translate('accident.clock.player')}>
        {settled ? (
          <Player curves={curves.data ?? noCurves} map={map.data ?? noMap} />
        ) : (
          <Skeleton variant="rectangular" height={sizes.player} />
        )}
      </Panel>
      <Panel label={translate('accident.curves.title')}>
        <Loaded query={curves} skeleton={<Skeleton variant="rectangular" height={sizes.curves} />}>
          {data => <CurvesPanel accident={accident} curves={data} />}
        </Loaded>
      </Panel>
    </Box>
  );
};
