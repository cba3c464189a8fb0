import { Box } from '@mui/material';
import type { Map as GlMap } from 'maplibre-gl';
import type { ReactNode } from 'react';
import type { Look } from './createMap.ts';
import { MapButtons } from './MapButtons.tsx';
import { MapScale } from './MapScale.tsx';
import { NorthArrow } from './NorthArrow.tsx';

interface Props {
  readonly map: GlMap | undefined;
  readonly look: Look | undefined;
  readonly onFit: () => void;
  readonly children: ReactNode;
}

/** What every map has over it: north, scale, buttons. */
export const MapFrame = ({ map, look, onFit, children }: Props) => (
  <Box sx={{ position: 'absolute', inset: 0 }}>
    {children}
    <NorthArrow bearing={look?.bearing} />
    {look && <MapScale metresPerPixel={look.metresPerPixel} />}
    <MapButtons onZoomIn={() => map?.zoomIn()} onZoomOut={() => map?.zoomOut()} onFit={onFit} />
  </Box>
);
