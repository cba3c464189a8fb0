import { Component, type ReactNode } from 'react';
import { ErrorFallback } from './ErrorFallback.tsx';

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
