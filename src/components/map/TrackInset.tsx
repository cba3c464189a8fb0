import ButtonBase from '@mui/material/ButtonBase';
import { useTheme } from '@mui/material/styles';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { TrackScene } from './scene.ts';
import { bandLines } from './speedBands.ts';
import { metresFrom, pointsOf } from './track.ts';
import { useMapColours } from './useMapColours.ts';

/** In pixels. */
const size = { width: 104, height: 76, edge: 8 } as const;

/** A small drawing of the whole track, shown while the map shows a part of it. A click shows the whole track. */
export const TrackInset = ({ track, impact, severity, onShowAll }: TrackScene & { readonly onShowAll: () => void }) => {
  const translate = useTranslate();
  const { palette } = useTheme();
  const colours = useMapColours(severity);
  const drawn = useMemo(() => {
    const origin = impact ?? pointsOf(track)[0];
    if (!origin) return undefined;
    const flat = pointsOf(track).map(point => metresFrom(origin, point));
    const east = flat.map(point => point.east);
    const north = flat.map(point => point.north);
    const [left, top] = [Math.min(0, ...east), Math.max(0, ...north)];
    const scale = Math.min(
      (size.width - 2 * size.edge) / Math.max(1, Math.max(0, ...east) - left),
      (size.height - 2 * size.edge) / Math.max(1, top - Math.min(0, ...north)),
    );
    const at = (point: { east: number; north: number }) =>
      `${(size.edge + (point.east - left) * scale).toFixed(1)},${(size.edge + (top - point.north) * scale).toFixed(1)}`;
    return {
      lines: bandLines(track).map(({ band, points }) => ({
        band,
        path: points.map(point => at(metresFrom(origin, point))).join(' '),
      })),
      here: at({ east: 0, north: 0 }).split(','),
    };
  }, [track, impact]);
  if (!drawn) return null;
  const label = translate('accident.map.fit');
  return (
    <ButtonBase
      aria-label={label}
      title={label}
      onClick={onShowAll}
      sx={{
        position: 'absolute',
        // On a low map the drawing stands left of the buttons, which reach down to here.
        right: 48,
        bottom: 36,
        '@media (pointer: coarse)': { bottom: 8 },
        zIndex: 1,
        display: 'block',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        lineHeight: 0,
      }}
    >
      <svg viewBox={`0 0 ${size.width} ${size.height}`} width={size.width} height={size.height} aria-hidden>
        {drawn.lines.map(({ band, path }) => (
          <polyline key={path} points={path} fill="none" stroke={palette.speeds[band]} strokeWidth={2.5} />
        ))}
        {impact && <circle cx={drawn.here[0]} cy={drawn.here[1]} r={4} fill={colours.impact} stroke={colours.casing} />}
      </svg>
    </ButtonBase>
  );
};
