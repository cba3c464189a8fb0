import { type ComponentType, createElement, lazy, useState } from 'react';
import { fetchChunk } from '../fetchChunk.ts';
import type { ExtraName } from '../i18n/messages.ts';
import { openExtra } from '../i18n/store.ts';

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
