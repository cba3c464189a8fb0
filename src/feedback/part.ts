import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { fetchPart } from '../fetchPart.ts';
import type { Extra } from '../i18n/messages.ts';
import { openExtra } from '../i18n/store.ts';

type PropsOf<Shown> = Shown extends ComponentType<infer Props> ? Props : never;

/** A component that is fetched when it is first drawn, together with the words that only it says. */
export const part = <Module, Name extends keyof Module>(
  name: Name,
  load: () => Promise<Module>,
  words?: Extra,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> =>
  lazy(() =>
    fetchPart(async () => {
      const [loaded] = await Promise.all([load(), words && openExtra(words)]);
      return { default: loaded[name] as ComponentType<PropsOf<Module[Name]>> };
    }),
  );
