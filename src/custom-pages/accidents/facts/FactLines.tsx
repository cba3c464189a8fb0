import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { NonBreakingUnits } from '../../../components/NonBreakingUnits.tsx';
import type { Line } from '../../../resources/accidents/impact.ts';

export const FactLines = ({ lines }: { lines: readonly Line[] }) => (
  <Box
    component="dl"
    sx={{ m: 0, display: 'grid', gridTemplateColumns: 'fit-content(50%) minmax(0, 1fr)', columnGap: 2, rowGap: 0.25 }}
  >
    {lines.map(([label, text]) => (
      <Box key={label} sx={{ display: 'contents' }}>
        <Typography variant="body2" component="dt" color="text.secondary">
          {label}
        </Typography>
        <Typography variant="body2" component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
          <NonBreakingUnits text={text} />
        </Typography>
      </Box>
    ))}
  </Box>
);
