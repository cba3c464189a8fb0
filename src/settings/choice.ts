import type { SettingsUpdate } from '../contract/shapes/settings.ts';
import { createSignal } from '../store.ts';

const choiceSignal = createSignal<[SettingsUpdate]>();

/** Announces a setting chosen by the user, so that it is saved to the account. */
export const announceChoice = choiceSignal.notify;
export const onChoice = choiceSignal.subscribe;
