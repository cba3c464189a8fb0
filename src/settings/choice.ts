import type { SettingsUpdate } from '../contract/shapes/settings.ts';
import { createSignal } from '../store.ts';

const choiceSignal = createSignal<[SettingsUpdate]>();

/** Announces that the user has chosen a setting. The listeners save it to the account. */
export const announceChoice = choiceSignal.notify;
export const subscribeToChoices = choiceSignal.subscribe;
