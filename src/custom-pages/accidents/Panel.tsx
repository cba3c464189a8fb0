import { Paper, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { Failed } from '../../components/Failed.tsx';
import { useFailureText } from './failures.ts';

interface Query<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** A panel that loads, fails and retries independently. */
export const Loaded = <T,>({
  query,
  skeleton,
  children,
}: {
  query: Query<T>;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}) => {
  const failureText = useFailureText();
  if (query.data !== undefined) return children(query.data);
  if (!query.error || query.isFetching) return skeleton;
  return <Failed text={failureText(query.error)} onRetry={query.refetch} />;
};

export const Panel = ({ label, children }: { label: string; children: ReactNode }) => (
  <Paper variant="outlined" component="section" aria-label={label} sx={{ minWidth: 0, overflow: 'hidden' }}>
    {children}
  </Paper>
);

export const Rows = ({ count, height = 40 }: { count: number; height?: number }) => (
  <>
    {Array.from({ length: count }, (_, index) => index).map(index => (
      <Skeleton key={index} height={height} />
    ))}
  </>
);
