import type { StoredSettings } from '../contract/shapes/account.ts';
import { currentLocale } from '../i18n/locale.ts';
import { applyLanguage } from '../i18n/store.ts';
import { density } from '../settings/density.ts';
import { mode } from '../settings/mode.ts';
import { startPage } from '../settings/startPage.ts';
import { zone } from '../settings/zone.ts';

/** Applies an account's chosen settings to this browser. Other settings do not change. */
export const applySettings = async ({ Chosen, ...settings }: StoredSettings): Promise<void> => {
  const isChosen = (name: keyof typeof settings) => Chosen.includes(name);
  if (isChosen('Theme')) mode.apply(settings.Theme);
  if (isChosen('Density')) density.apply(settings.Density);
  if (isChosen('TimeZone')) zone.apply(settings.TimeZone);
  if (isChosen('StartPage')) startPage.apply(settings.StartPage);
  if (isChosen('Locale') && settings.Locale !== currentLocale()) await applyLanguage(settings.Locale);
};
