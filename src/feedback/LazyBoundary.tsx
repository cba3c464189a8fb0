import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Component, type ReactNode, Suspense } from 'react';

const ChunkFailed = () => {
  const translate = useTranslate();
  return (
    <Typography role="alert" variant="body2" color="error" sx={{ p: 1.5 }}>
      {translate('shell.failed.chunk')}{' '}
      <Button size="small" onClick={() => window.location.reload()}>
        {translate('shell.failed.reload')}
      </Button>
    </Typography>
  );
};

interface Props {
  readonly children: ReactNode;
  /** Shown while loading. */
  readonly waiting?: ReactNode;
  /** Shown after a failure. */
  readonly failed?: ReactNode;
}

/**
 * Suspense and error boundary of a part of the page: its failure leaves the rest of the page, and input there, intact.
 */
export class LazyBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    const { children, waiting, failed = <ChunkFailed /> } = this.props;
    return this.state.broken ? failed : <Suspense fallback={waiting}>{children}</Suspense>;
  }
}
