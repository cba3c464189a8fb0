import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Extra } from '../i18n/messages.ts';
import { openExtra } from '../i18n/store.ts';
import { withinTime } from './chunk.ts';

type Load<T> = () => Promise<T>;
type Recover = <T>(load: Load<T>, cause: unknown) => Promise<T>;

let recover: Recover = (_load, cause) => Promise.reject(cause);

/** What is done about a part that did not come is said by who knows the connection and the session. */
export const onMissingPart = (how: Recover): void => {
  recover = how;
};

/** Fetches a part of the program, or words of it, within the specification's time. */
export const fetchPart = <T>(load: Load<T>): Promise<T> => withinTime(load).catch(cause => recover(load, cause));

type PropsOf<Shown> = Shown extends ComponentType<infer Props> ? Props : never;

/** A component that is fetched when it is first drawn, together with the words that only it says. */
export const part = <Module, Name extends keyof Module>(
  name: Name,
  load: Load<Module>,
  words?: Extra,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> =>
  lazy(() =>
    fetchPart(async () => {
      const [loaded] = await Promise.all([load(), words && openExtra(words)]);
      return { default: loaded[name] as ComponentType<PropsOf<Module[Name]>> };
    }),
  );
