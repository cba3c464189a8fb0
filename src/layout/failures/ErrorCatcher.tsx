import { Component, type ReactNode } from 'react';
import { ErrorFallback } from '../ErrorFallback.tsx';

/** Keeps the frame standing when a page breaks. Give it the address as `key`, so that the next page starts afresh. */
export class ErrorCatcher extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <ErrorFallback /> : this.props.children;
  }
}
