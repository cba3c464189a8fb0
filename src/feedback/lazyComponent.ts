import { type ComponentType, createElement, lazy, useState } from 'react';
import { fetchChunk } from '../fetchChunk.ts';
import type { Extra } from '../i18n/messages.ts';
import { openExtra } from '../i18n/store.ts';

type PropsOf<Shown> = Shown extends ComponentType<infer Props> ? Props : never;

/** A component in a chunk of its own. */
export type LazyComponent<Props> = ComponentType<Props> & {
  /** Preloads it: rendered after that, it appears at once. */
  readonly fetch: () => Promise<void>;
};

/** A component loaded on first render, together with texts only it needs. */
export const lazyComponent = <Module, Name extends keyof Module>(
  name: Name,
  load: () => Promise<Module>,
  texts?: Extra,
): LazyComponent<PropsOf<Module[Name]>> => {
  let component: ComponentType<object> | undefined;
  const loadComponent = async () => {
    const [loaded] = await fetchChunk(() => Promise.all([load(), texts && openExtra(texts)]));
    component = loaded[name] as ComponentType<object>;
    return { default: component };
  };
  const Lazy: ComponentType<object> = lazy(loadComponent);
  const Shown = (props: object) => {
    // Keeps the first choice: switching components would remount.
    const [Component] = useState(() => component ?? Lazy);
    return createElement(Component, props);
  };
  const fetch = async () => {
    if (!component) await loadComponent();
  };
  // The module types the props; React does not.
  return Object.assign(Shown, { fetch }) as LazyComponent<PropsOf<Module[Name]>>;
};
