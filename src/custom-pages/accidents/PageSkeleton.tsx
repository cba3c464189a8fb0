import { Box, Paper, Skeleton } from '@mui/material';
import { useTranslate } from 'ra-core';

const block = (height: number) => (
  <Paper variant="outlined">
    <Skeleton variant="rectangular" height={height} />
  </Paper>
);

/** The page's own shape while the accident is on its way. */
export const PageSkeleton = () => {
  const translate = useTranslate();
  return (
    <Box aria-busy="true" aria-label={translate('accident.loading')} sx={{ display: 'grid', gap: 1.5 }}>
      <Paper variant="outlined" sx={{ p: 1.5 }}>
        <Skeleton width="40%" height={32} />
        <Skeleton width="90%" height={40} />
        <Skeleton width="70%" height={40} />
        <Skeleton height={44} />
      </Paper>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 400px', xl: 'minmax(0, 1fr) 432px' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          {block(300)}
          {block(150)}
          {block(440)}
        </Box>
        {block(560)}
      </Box>
    </Box>
  );
};
