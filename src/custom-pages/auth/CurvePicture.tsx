import Box from '@mui/material/Box';
import { styled, ThemeProvider } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { themes } from '../../theme/theme.ts';
import { curve } from './curve.ts';

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
