import { useLocale } from 'ra-core';
import type { Locale } from '../../i18n/locale.ts';
import { useZone } from '../../settings/zone.ts';

/** The language on the screen; the application knows no other than these. Moments are shown anew in another zone too. */
export const useLanguage = (): Locale => {
  useZone();
  return useLocale() === 'en' ? 'en' : 'ru';
};
