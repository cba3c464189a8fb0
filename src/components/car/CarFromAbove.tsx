import { Box, useTheme } from '@mui/material';
import type { Severity } from '../../contract/shapes/accident.ts';

// In a box of 240 × 240 around the car's centre; 1 unit is about 3 cm.
const body = 'M-30,-62 Q-28,-78 0,-79 Q28,-78 30,-62 L31,60 Q30,76 0,77 Q-30,76 -31,60 Z';
const windscreen = 'M-25,-30 Q0,-40 25,-30 L20,-12 Q0,-18 -20,-12 Z';
const rearWindow = 'M-21,44 Q0,49 21,44 L24,57 Q0,63 -24,57 Z';
const sideWindows = 'M-27,-26 L-23,-10 L-23,40 L-27,52 Z M27,-26 L23,-10 L23,40 L27,52 Z';
const mirrors = 'M-30,-24 l-8,-3 l0,7 l8,2 Z M30,-24 l8,-3 l0,7 l-8,2 Z';

// The arrow's tip lies on an ellipse around the body.
const reach = { across: 42, along: 88 } as const;
const shaft = 34;

const tipAt = (radians: number) => {
  const x = Math.sin(radians);
  const y = -Math.cos(radians);
  const distance = 1 / Math.hypot(x / reach.across, y / reach.along);
  return { x: x * distance, y: y * distance };
};

/** A car seen from above; the arrow shows where the principal force came from. */
export const CarFromAbove = ({
  directionDeg,
  severity,
  label,
}: {
  directionDeg: number | null;
  severity: Severity | null;
  label: string;
}) => {
  const { palette } = useTheme();
  const colour = severity ? palette.severity[severity] : palette.text.secondary;
  const tip = directionDeg === null ? undefined : tipAt((directionDeg * Math.PI) / 180);
  return (
    <Box component="svg" viewBox="-80 -124 160 248" role="img" aria-label={label} sx={{ width: 1, height: 1 }}>
      <g fill="none" stroke={palette.text.secondary} strokeWidth={2} strokeLinejoin="round">
        <path d={body} fill={palette.action.hover} />
        <path d={mirrors} />
        <path d={windscreen} fill={palette.background.default} />
        <path d={rearWindow} fill={palette.background.default} />
        <path d={sideWindows} strokeWidth={1} />
      </g>
      {tip && (
        <g transform={`translate(${tip.x} ${tip.y}) rotate(${directionDeg})`} stroke={colour} fill={colour}>
          <line x1={0} y1={-shaft} x2={0} y2={-14} strokeWidth={10} />
          <path d="M0,2 L-15,-18 L15,-18 Z" strokeWidth={1} />
        </g>
      )}
    </Box>
  );
};
