import { type ComponentType, createElement, lazy, useState } from 'react';
import { fetchChunk } from '../fetchChunk.ts';
import type { Extra } from '../i18n/messages.ts';
import { openExtra } from '../i18n/store.ts';

type PropsOf<Shown> = Shown extends ComponentType<infer Props> ? Props : never;

/** A component of a script of its own. */
export type LazyComponent<Props> = ComponentType<Props> & {
  /** Fetches it before it is drawn; drawn after that, it is there at once. */
  readonly fetch: () => Promise<void>;
};

/** A component that is fetched when it is first drawn, together with the words that only it says. */
export const lazyComponent = <Module, Name extends keyof Module>(
  name: Name,
  load: () => Promise<Module>,
  texts?: Extra,
): LazyComponent<PropsOf<Module[Name]>> => {
  let here: ComponentType<object> | undefined;
  const bring = async () => {
    const [loaded] = await fetchChunk(() => Promise.all([load(), texts && openExtra(texts)]));
    here = loaded[name] as ComponentType<object>;
    return { default: here };
  };
  const Lazy: ComponentType<object> = lazy(bring);
  const Shown = (props: object) => {
    // What it was first drawn as stays: another component in its place would begin anew.
    const [Component] = useState(() => here ?? Lazy);
    return createElement(Component, props);
  };
  const fetch = async () => {
    if (!here) await bring();
  };
  // The module says what the component takes; React is not told.
  return Object.assign(Shown, { fetch }) as LazyComponent<PropsOf<Module[Name]>>;
};
