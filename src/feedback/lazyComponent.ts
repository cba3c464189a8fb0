import { type ComponentType, createElement, lazy, useState } from 'react';
import { fetchChunk } from '../fetchChunk.ts';
import type { ExtraName } from '../i18n/messages.ts';
import { openExtra } from '../i18n/store.ts';

type PropsOf<Module> = Module extends ComponentType<infer Props> ? Props : never;

/** A component in its own chunk. */
export type LazyComponent<Props> = ComponentType<Props> & {
  /** Preloads the component, so that it renders without a delay. */
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
    // Keeps the component of the first render, because another component would remount.
    const [Component] = useState(() => component ?? Lazy);
    return createElement(Component, props);
  };
  const fetch = async () => {
    if (!component) await loadComponent();
  };
  // The cast takes the type of the props from the module, because React's types do not know it.
  return Object.assign(Wrapper, { fetch }) as LazyComponent<PropsOf<Module[Name]>>;
};
