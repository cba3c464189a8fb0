import type { Settings } from '../contract/shapes/settings.ts';
import { currentLocale } from '../i18n/locale.ts';
import { applyLocale } from '../i18n/store.ts';
import { density } from './density.ts';
import { mode } from './mode.ts';
import { startPage } from './startPage.ts';
import { zone } from './zone.ts';

/** Makes an account's settings hold in this browser. */
export const applySettings = async (settings: Settings): Promise<void> => {
  mode.apply(settings.Theme);
  density.apply(settings.Density);
  zone.apply(settings.TimeZone);
  startPage.apply(settings.StartPage);
  if (settings.Locale !== currentLocale()) await applyLocale(settings.Locale);
};
