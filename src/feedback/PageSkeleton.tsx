import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { beginLoading } from './loading.ts';

/** Placeholder while a page loads: a heading and a body, as most pages have. */
export const PageSkeleton = () => {
  const translate = useTranslate();
  useEffect(beginLoading, []);
  return (
    <Box role="status" aria-label={translate('shell.loading')}>
      <Skeleton variant="rounded" width="16rem" height={32} sx={{ mb: 2 }} />
      <Skeleton variant="rounded" height={320} />
    </Box>
  );
};
