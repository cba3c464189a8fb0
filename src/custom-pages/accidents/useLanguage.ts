import { useLocale } from 'ra-core';
import type { Locale } from '../../i18n/locale.ts';
import { useZone } from '../../settings/zone.ts';

/** Current language; also re-renders when the time zone changes. */
export const useLanguage = (): Locale => {
  useZone();
  return useLocale() === 'en' ? 'en' : 'ru';
};
