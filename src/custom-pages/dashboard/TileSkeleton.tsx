import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';

/** Skeleton with a tile's height. */
export const TileSkeleton = () => (
  <Paper sx={{ p: 2 }}>
    <Skeleton variant="rounded" width={24} height={36} sx={{ mb: 1 }} />
    <Skeleton width="60%" />
    <Skeleton width="80%" />
  </Paper>
);
