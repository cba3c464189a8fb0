import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { Severity } from '../../contract/shapes/accident.ts';
import { arrowShaftLength, arrowTip, carOutline } from '../../resources/accidents/carOutline.ts';

const { body, windscreen, rearWindow, sideWindows, mirrors } = carOutline;

/** A car seen from above. An arrow shows the direction from which the principal force of the impact came. */
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
  const tip = directionDeg === null ? undefined : arrowTip((directionDeg * Math.PI) / 180);
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
          <line x1={0} y1={-arrowShaftLength} x2={0} y2={-14} strokeWidth={10} />
          <path d="M0,2 L-15,-18 L15,-18 Z" strokeWidth={1} />
        </g>
      )}
    </Box>
  );
};
