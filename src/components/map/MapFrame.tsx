import AddIcon from '@mui/icons-material/Add';
import CenterFocusStrongIcon from '@mui/icons-material/CenterFocusStrong';
import FlashOnIcon from '@mui/icons-material/FlashOn';
import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { MapCamera } from './createMap.ts';
import { roundMetres } from './grid.ts';
import { NorthArrow } from './NorthArrow.tsx';

interface MapActions {
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onFit: () => void;
  readonly onImpact?: (() => void) | undefined;
}

interface MapButton {
  readonly label: string;
  readonly className?: string;
  readonly onClick: () => void;
  readonly icon: ReactNode;
}

/** Buttons for zoom and fit, because the library's own buttons are English only. */
const MapButtons = (actions: MapActions) => {
  const translate = useTranslate();
  const buttons: readonly MapButton[] = [
    { label: translate('accident.map.zoomIn'), onClick: actions.onZoomIn, icon: <AddIcon fontSize="small" /> },
    { label: translate('accident.map.zoomOut'), onClick: actions.onZoomOut, icon: <RemoveIcon fontSize="small" /> },
    ...(actions.onImpact
      ? [
          {
            label: translate('accident.map.toImpact'),
            onClick: actions.onImpact,
            icon: <FlashOnIcon fontSize="small" />,
          },
        ]
      : []),
    {
      label: translate('accident.map.fit'),
      className: 'map-fit',
      onClick: actions.onFit,
      icon: <CenterFocusStrongIcon fontSize="small" />,
    },
  ];
  return (
    <Paper
      variant="outlined"
      sx={{
        position: 'absolute',
        top: 8,
        right: 8,
        zIndex: 1,
        display: 'grid',
        // On touch screens the buttons are large and in one row.
        '@media (pointer: coarse)': { top: 4, gridAutoFlow: 'column', '& > *': { width: 44, height: 44 } },
      }}
    >
      {buttons.map(({ label, className, onClick, icon }) => (
        <IconButton key={label} className={className} aria-label={label} title={label} onClick={onClick} size="small">
          {icon}
        </IconButton>
      ))}
    </Paper>
  );
};

const maxBarPx = 120;

const MapScale = ({ metresPerPixel }: { metresPerPixel: number }) => {
  const translate = useTranslate();
  const metres = roundMetres(maxBarPx * metresPerPixel);
  const label =
    metres < 1000
      ? translate('accident.map.metres', { n: metres })
      : translate('accident.map.kilometres', { n: metres / 1000 });
  return (
    <Box
      sx={{
        position: 'absolute',
        left: 8,
        bottom: 8,
        width: metres / metresPerPixel,
        border: 2,
        borderTop: 0,
        borderColor: 'text.secondary',
        px: 0.5,
        typography: 'caption',
        lineHeight: 1.2,
        color: 'text.secondary',
        whiteSpace: 'nowrap',
        zIndex: 1,
      }}
    >
      {label}
    </Box>
  );
};

interface Props {
  readonly camera: MapCamera | undefined;
  /** Zooms in by a number of steps, or out if the number is negative. Absent while the map is being created. */
  readonly onZoom: ((steps: number) => void) | undefined;
  readonly onFit: (() => void) | undefined;
  /** Moves the map back to the impact. Absent if the scene has no impact. */
  readonly onImpact?: (() => void) | undefined;
  readonly children: ReactNode;
}

export const MapFrame = ({ camera, onZoom, onFit, onImpact, children }: Props) => (
  <Box
    sx={{
      position: 'absolute',
      inset: 0,
      '&:has(.map-fit:hover, .map-fit:focus-visible) .map-inset': { visibility: 'visible' },
      // MapLibre's colours for the sources of the map assume a white page. The class is repeated to win over the
      // library's later rule for small maps.
      '& .maplibregl-ctrl-attrib.maplibregl-ctrl-attrib': { bgcolor: 'background.paper', color: 'text.secondary' },
      '& .maplibregl-ctrl-attrib a': { color: 'text.secondary' },
      // MapLibre's icon for the sources of the map is black, so the dark theme inverts it.
      '& .maplibregl-ctrl-attrib-button': { filter: ({ palette }) => (palette.mode === 'dark' ? 'invert(1)' : 'none') },
    }}
  >
    {children}
    <NorthArrow bearing={camera?.bearing} />
    {camera && <MapScale metresPerPixel={camera.metresPerPixel} />}
    <MapButtons
      onZoomIn={() => onZoom?.(1)}
      onZoomOut={() => onZoom?.(-1)}
      onFit={() => onFit?.()}
      onImpact={onImpact}
    />
  </Box>
);
