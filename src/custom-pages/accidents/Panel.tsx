import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { QueryContent, type QueryContentProps } from '../../components/QueryContent.tsx';
import { useFailureText } from './failures.ts';

/** A panel that loads its data, shows its error and retries independently of other panels. */
export const PanelLoaded = <T,>(props: Omit<QueryContentProps<T>, 'failureText'>) => (
  <QueryContent {...props} failureText={useFailureText()} />
);

export const Panel = ({ label, children }: { label: string; children: ReactNode }) => (
  <Paper variant="outlined" component="section" aria-label={label} sx={{ minWidth: 0, overflow: 'hidden' }}>
    {children}
  </Paper>
);

export const SkeletonRows = ({ count, height = 40 }: { count: number; height?: number }) => (
  <>
    {Array.from({ length: count }, (_, index) => index).map(index => (
      <Skeleton key={index} height={height} />
    ))}
  </>
);
