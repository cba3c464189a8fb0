import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Component, type ReactNode, Suspense } from 'react';

/** Stands where a part should, and offers what helps. */
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
  /** What stands there while it is on its way. */
  readonly waiting?: ReactNode;
  /** What stands there when it did not come, or broke. */
  readonly failed?: ReactNode;
}

/** Waits for a part of the page. When it does not come or breaks, what stands around it stays, and what was typed there. */
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
