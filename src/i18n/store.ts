import type { I18nProvider } from 'ra-core';
import { useSyncExternalStore } from 'react';
import { announceChoice } from '../settings/choice.ts';
import { currentLocale, type Locale, localeKey, saveLocale } from './locale.ts';
import { type Extra, loadTexts, type Part } from './messages.ts';

let texts: I18nProvider | undefined;
let part: Part = 'first';
const also = new Set<Extra>();
const listeners = new Set<() => void>();

const load = async (locale: Locale, wanted: Part): Promise<void> => {
  const extras = [...also];
  const loaded = await loadTexts(locale, wanted, extras);
  // Loads can overtake each other: the widest part wins, and the language last chosen.
  if (locale !== currentLocale() || (part === 'whole' && wanted === 'first') || extras.length < also.size) return;
  texts = loaded;
  part = wanted;
  for (const listener of listeners) listener();
};

/** Makes a part of the catalogue of the chosen language ready. */
export const openTexts = async (wanted: Part): Promise<void> => {
  if (texts && (part === 'whole' || wanted === part) && texts.getLocale() === currentLocale()) return;
  await load(currentLocale(), wanted);
};

/** Adds words that are no part of the catalogue, in this language and in any chosen later. */
export const openExtra = async (extra: Extra): Promise<void> => {
  if (also.has(extra)) return;
  also.add(extra);
  await load(currentLocale(), part);
};

/** Makes the language hold here; the page stays as it is, only its words change. */
export const applyLocale = async (locale: Locale): Promise<void> => {
  saveLocale(locale);
  await load(locale, part);
  document.documentElement.lang = locale;
};

/** The language as somebody has just chosen it. */
export const setLocale = (locale: Locale): Promise<void> => {
  announceChoice({ Locale: locale });
  return applyLocale(locale);
};

const subscribe = (listener: () => void) => {
  const fromOtherTab = ({ key }: StorageEvent) => {
    if (key === localeKey) void applyLocale(currentLocale());
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
};

export const useTexts = (): I18nProvider => {
  const current = useSyncExternalStore(subscribe, () => texts);
  if (!current) throw new Error('Texts are used before openTexts() has loaded them');
  return current;
};
