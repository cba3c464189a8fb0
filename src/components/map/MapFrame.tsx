import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { Look } from './createMap.ts';
import { MapButtons } from './MapButtons.tsx';
import { MapScale } from './MapScale.tsx';
import { NorthArrow } from './NorthArrow.tsx';

interface Props {
  readonly look: Look | undefined;
  /** By so many steps, negative: out. Absent while the map is made. */
  readonly onZoom: ((steps: number) => void) | undefined;
  readonly onFit: (() => void) | undefined;
  /** Back to the impact; absent where nothing but the whole is of interest. */
  readonly onImpact?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** What every map has over it: north, scale, buttons. */
export const MapFrame = ({ look, onZoom, onFit, onImpact, children }: Props) => (
  <Box
    sx={{
      position: 'absolute',
      inset: 0,
      // The library knows a white page only. Twice, since its own rule for small maps is as strong and comes later.
      '& .maplibregl-ctrl-attrib.maplibregl-ctrl-attrib': { bgcolor: 'background.paper', color: 'text.secondary' },
      '& .maplibregl-ctrl-attrib a': { color: 'text.secondary' },
    }}
  >
    {children}
    <NorthArrow bearing={look?.bearing} />
    {look && <MapScale metresPerPixel={look.metresPerPixel} />}
    <MapButtons
      onZoomIn={() => onZoom?.(1)}
      onZoomOut={() => onZoom?.(-1)}
      onFit={() => onFit?.()}
      onImpact={onImpact}
    />
  </Box>
);
