import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { twoColumns } from './layout.ts';
import { heights, instrumentHeight } from './workbench/heights.ts';

const block = (height: string) => (
  <Paper variant="outlined">
    <Skeleton variant="rectangular" sx={{ height }} />
  </Paper>
);

/** Skeleton of the page while the accident loads. */
export const AccidentSkeleton = () => {
  const translate = useTranslate();
  return (
    <Box aria-busy="true" aria-label={translate('accident.loading')} sx={{ display: 'grid', gap: 1.5 }}>
      <Paper variant="outlined" sx={{ px: 1.5, py: 1 }}>
        <Skeleton width="40%" height={29} />
        <Skeleton width="90%" height={40} />
      </Paper>
      {block('64px')}
      <Box sx={{ containerType: 'inline-size', minWidth: 0 }}>
        <Box sx={twoColumns}>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            {block(heights.map)}
            {block(instrumentHeight)}
          </Box>
          {block('560px')}
        </Box>
      </Box>
    </Box>
  );
};
