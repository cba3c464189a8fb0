import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { fetchChunk, isGoneChunk } from '../fetchChunk.ts';
import type { ExtraName } from '../i18n/messages.ts';
import { openExtra } from '../i18n/store.ts';
import { renderErrorText } from './ErrorFallback.tsx';

type PropsOf<Module> = Module extends ComponentType<infer Props> ? Props : never;

/** A component whose script is a separate chunk, loaded on demand. */
export type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the component's script in advance, so that the component later renders without a delay. */
  readonly fetch: () => Promise<void>;
};

/** Returns a component that is loaded on first render, together with its texts. */
export const lazyComponent = <Module, Name extends keyof Module>(
  name: Name,
  load: () => Promise<Module>,
  textsName?: ExtraName,
): LazyComponent<PropsOf<Module[Name]>> => {
  let component: ComponentType<object> | undefined;
  const loadComponent = async () => {
    const [loaded] = await fetchChunk(() => Promise.all([load(), textsName && openExtra(textsName)]));
    component = loaded[name] as ComponentType<object>;
    return { default: component };
  };
  const Lazy: ComponentType<object> = lazy(loadComponent);
  const Wrapper = (props: object) => {
    // Keeps the component of the first render, because a different component would be mounted anew and lose its state.
    const [Component] = useState(() => component ?? Lazy);
    return createElement(Component, props);
  };
  const fetch = async () => {
    if (!component) await loadComponent();
  };
  // The cast gives the wrapper the component's props, because React's `lazy` loses their type.
  return Object.assign(Wrapper, { fetch }) as LazyComponent<PropsOf<Module[Name]>>;
};

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
