import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';

export const NorthArrow = ({ bearing = 0 }: { bearing?: number }) => {
  const translate = useTranslate();
  return (
    <Paper
      variant="outlined"
      sx={{ position: 'absolute', top: 8, left: 8, p: 0.5, zIndex: 1, color: 'text.secondary', lineHeight: 0 }}
    >
      <Box
        component="svg"
        viewBox="-14 -18 28 36"
        role="img"
        aria-label={translate('accident.map.north')}
        sx={{ width: 22, height: 28, rotate: `${-bearing}deg` }}
      >
        <path d="M0,-17 L6,0 L0,-4 L-6,0 Z" fill="currentColor" />
        <Box
          component="text"
          x={0}
          y={15}
          textAnchor="middle"
          fill="currentColor"
          sx={{ fontSize: 13, fontWeight: 'fontWeightBold' }}
        >
          {translate('accident.map.northLetter')}
        </Box>
      </Box>
    </Paper>
  );
};
