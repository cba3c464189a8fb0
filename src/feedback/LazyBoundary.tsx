import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Component, type ReactNode, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { isGoneChunk } from '../fetchChunk.ts';
import { renderErrorText } from './ErrorFallback.tsx';

const DefaultFailure = ({ error }: { error: unknown }) => {
  const translate = useTranslate();
  return (
    <Typography role="alert" variant="body2" color="error" sx={{ p: 1.5 }}>
      {isGoneChunk(error) ? translate('shell.failed.chunk') : renderErrorText}{' '}
      <Button size="small" onClick={() => window.location.reload()}>
        {translate('shell.failed.reload')}
      </Button>
    </Typography>
  );
};

interface Props {
  readonly children: ReactNode;
  /** Content shown while the children load. */
  readonly waiting?: ReactNode;
  /** Content shown after the children failed to load or to render, or a function that makes it from the error. */
  readonly failed?: ReactNode | ((error: unknown) => ReactNode);
}

interface State {
  readonly hasError: boolean;
  readonly error?: unknown;
}

/** Suspense and error boundary of a part of the page. A failure does not affect the rest of the page and its input. */
export class LazyBoundary extends Component<Props, State> {
  override state: State = { hasError: false };

  static getDerivedStateFromError(error: unknown): State {
    return { hasError: true, error };
  }

  override render() {
    const { children, waiting, failed = error => <DefaultFailure error={error} /> } = this.props;
    const { hasError, error } = this.state;
    if (!hasError) return <Suspense fallback={waiting}>{children}</Suspense>;
    return typeof failed === 'function' ? failed(error) : failed;
  }
}
