import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Component, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { isGoneChunk } from '../fetchChunk.ts';
import { fixedPaths } from '../routes/publicPages.ts';
import { RedAlert } from './RedAlert.tsx';

/** Message for a page that failed to render. The specification fixes this English text for both languages. */
export const renderErrorText = 'Something went wrong. Try later or reload the page';

/**
 * Shows that a page failed to render, with the specification's text and the next steps. Its links reload the page,
 * because the router may be broken.
 */
export const ErrorFallback = ({ error }: { error?: unknown }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ p: { xs: 2, lg: 3 } }}>
      <RedAlert>{renderErrorText}</RedAlert>
      {isGoneChunk(error) && <Box sx={{ mt: 2 }}>{translate('shell.failed.chunk')}</Box>}
      <Box sx={{ mt: 2, display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={() => window.location.reload()}>
          {translate('shell.failed.reload')}
        </Button>
        <Button href={fixedPaths.home}>{translate('shell.failed.home')}</Button>
      </Box>
    </Box>
  );
};

interface State {
  readonly hasError: boolean;
  readonly error?: unknown;
}

/**
 * Error boundary inside the frame of all pages. Its `key` must be the address, so that the next page starts without the
 * error.
 */
export class ErrorCatcher extends Component<{ children: ReactNode }, State> {
  override state: State = { hasError: false };

  static getDerivedStateFromError(error: unknown): State {
    return { hasError: true, error };
  }

  override render() {
    return this.state.hasError ? <ErrorFallback error={this.state.error} /> : this.props.children;
  }
}
