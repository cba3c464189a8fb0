import type { SettingsUpdate } from '../contract/shapes/settings.ts';

type Listener = (choice: SettingsUpdate) => void;
const listeners = new Set<Listener>();

/** Says that a person has just chosen something, wherever the switch stands. Who is signed in has it kept. */
export const announceChoice = (choice: SettingsUpdate): void => {
  for (const listener of listeners) listener(choice);
};

export const onChoice = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
