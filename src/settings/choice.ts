import type { SettingsUpdate } from '../contract/shapes/settings.ts';
import { createSignal } from '../store.ts';

const choices = createSignal<[SettingsUpdate]>();

/** Says that a person has just chosen something, wherever the switch stands. Who is signed in has it kept. */
export const announceChoice = choices.notify;
export const onChoice = choices.subscribe;
