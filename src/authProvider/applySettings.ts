import type { StoredSettings } from '../contract/shapes/settings.ts';
import { currentLocale } from '../i18n/locale.ts';
import { applyLanguage } from '../i18n/store.ts';
import { density } from '../settings/density.ts';
import { mode } from '../settings/mode.ts';
import { startPage } from '../settings/startPage.ts';
import { zone } from '../settings/zone.ts';

/** Applies an account's chosen settings to this browser. Other settings do not change. */
export const applySettings = async ({ Chosen, ...settings }: StoredSettings): Promise<void> => {
  const chose = (name: keyof typeof settings) => Chosen.includes(name);
  if (chose('Theme')) mode.apply(settings.Theme);
  if (chose('Density')) density.apply(settings.Density);
  if (chose('TimeZone')) zone.apply(settings.TimeZone);
  if (chose('StartPage')) startPage.apply(settings.StartPage);
  if (chose('Locale') && settings.Locale !== currentLocale()) await applyLanguage(settings.Locale);
};
