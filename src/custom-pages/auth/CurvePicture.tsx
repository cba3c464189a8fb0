import Box from '@mui/material/Box';
import { styled, ThemeProvider } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { themes } from '../../theme/theme.ts';

/**
 * Curve of a drawn impact: quiet driving, the impact, and the oscillation after the impact. The geometry is always the
 * same.
 */
const width = 720;

const gauss = (x: number, at: number, spread: number) => Math.exp(-(((x - at) / spread) ** 2));
const road = (x: number, phase: number) => 3 * Math.sin(x / 9 + phase) + 2 * Math.sin(x / 4.3 + phase * 2);
const after = (x: number, at: number) => (x < at ? 0 : Math.exp(-(x - at) / 42) * Math.sin((x - at) / 7));

const path = (height: (x: number) => number): string => {
  const points: string[] = [];
  for (let x = 0; x <= width; x += 2) points.push(`${x} ${height(x).toFixed(1)}`);
  return `M${points.join('L')}`;
};

const curve = {
  width,
  height: 300,
  impactX: 420,
  longitudinal: path(x => 150 + road(x, 0) - 118 * gauss(x, 420, 9) + 46 * after(x, 430)),
  lateral: path(x => 150 + road(x, 2) * 0.8 + 62 * gauss(x, 427, 12) - 30 * after(x, 438)),
  vertical: path(x => 150 + road(x, 4) * 1.3 - 26 * gauss(x, 416, 7) + 18 * after(x, 422)),
} as const;

const claims = ['accidents', 'scoring', 'vouchers'] as const;
const axes = ['vertical', 'lateral', 'longitudinal'] as const;
const lines = [30, 90, 150, 210, 270];

const Graph = styled('svg')(({ theme }) => ({
  width: '100%',
  '& path': { fill: 'none', strokeWidth: 1.75, strokeLinejoin: 'round' },
  '& line': { stroke: theme.palette.divider },
  '& .impact': { stroke: theme.palette.severity.major, strokeDasharray: '4 4' },
  '& .longitudinal': { stroke: theme.palette.axes.longitudinal },
  '& .lateral': { stroke: theme.palette.axes.lateral },
  '& .vertical': { stroke: theme.palette.axes.vertical },
}));

/** Dark half of the sign-in page: an impact's curve, in the style of the workbench. */
export const CurvePicture = () => {
  const translate = useTranslate();
  return (
    <ThemeProvider theme={themes.dark}>
      <Box
        component="aside"
        sx={{
          display: { xs: 'none', lg: 'flex' },
          flexDirection: 'column',
          justifyContent: 'center',
          gap: 6,
          p: 8,
          bgcolor: 'background.default',
          color: 'text.primary',
          borderLeft: 1,
          borderColor: 'divider',
        }}
      >
        <Graph viewBox={`0 0 ${curve.width} ${curve.height}`} aria-hidden>
          {lines.map(y => (
            <line key={y} x1="0" x2={curve.width} y1={y} y2={y} />
          ))}
          <line className="impact" x1={curve.impactX} x2={curve.impactX} y1="0" y2={curve.height} />
          {axes.map(axis => (
            <path key={axis} className={axis} d={curve[axis]} />
          ))}
        </Graph>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 4 }}>
          {claims.map(claim => (
            <div key={claim}>
              <Typography component="dt" variant="subtitle1">
                {translate(`auth.about.${claim}`)}
              </Typography>
              <Typography component="dd" color="textSecondary" sx={{ m: 0 }}>
                {translate(`auth.about.${claim}Text`)}
              </Typography>
            </div>
          ))}
        </Box>
      </Box>
    </ThemeProvider>
  );
};
