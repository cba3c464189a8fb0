import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { MapCamera } from './createMap.ts';
import { MapButtons } from './MapButtons.tsx';
import { MapScale } from './MapScale.tsx';
import { NorthArrow } from './NorthArrow.tsx';

interface Props {
  readonly look: MapCamera | undefined;
  /** Zooms in by a number of steps, or out if negative. Absent while the map is being created. */
  readonly onZoom: ((steps: number) => void) | undefined;
  readonly onFit: (() => void) | undefined;
  /** Returns to the impact. Absent if the scene has no impact. */
  readonly onImpact?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Controls over every map: north, scale, buttons. */
export const MapFrame = ({ look, onZoom, onFit, onImpact, children }: Props) => (
  <Box
    sx={{
      position: 'absolute',
      inset: 0,
      // The library's colours assume a white page. The class is repeated, because the library's rule for small maps has
      // the same weight and comes later.
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
