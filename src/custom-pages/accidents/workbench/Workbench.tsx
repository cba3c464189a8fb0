import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CrashMap } from '../../../contract/shapes/telemetry.ts';
import { FactsPanel } from '../facts/FactsPanel.tsx';
import { Loaded, Panel } from '../Panel.tsx';
import { useCrashCurves, useCrashMap, useDrawnAgain } from '../queries.ts';
import { heights, instrumentHeight } from './heights.ts';
import { Instrument } from './Instrument.tsx';
import { MapPanel } from './MapPanel.tsx';

const noMap: CrashMap = { CrashDateTime: '', Latitude: null, Longitude: null, Track: [] };

/** Map, player and curves with a shared clock. */
export const Workbench = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const map = useCrashMap(accident.Id);
  const curves = useCrashCurves(accident.Id);
  useDrawnAgain(accident);
  const wait = <Skeleton variant="rectangular" sx={{ height: instrumentHeight }} />;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, alignContent: 'start' }}>
      <Panel label={translate('accident.map.title')}>
        <Box sx={{ height: heights.map }}>
          <Loaded query={map} skeleton={<Skeleton variant="rectangular" height="100%" />}>
            {data => <MapPanel accident={accident} map={data} />}
          </Loaded>
        </Box>
      </Panel>
      <Panel label={translate('accident.curves.title')}>
        <Loaded query={curves} skeleton={wait}>
          {/* The track extends the clock's range: wait for both, even if the track fails. */}
          {data => (map.isPending ? wait : <Instrument accident={accident} curves={data} map={map.data ?? noMap} />)}
        </Loaded>
      </Panel>
      <Panel label={translate('accident.tabs.facts')}>
        <Box sx={{ p: 1.5, containerType: 'inline-size' }}>
          <FactsPanel accident={accident} />
        </Box>
      </Panel>
    </Box>
  );
};
