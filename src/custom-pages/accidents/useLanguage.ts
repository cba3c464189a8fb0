import { useLocale } from 'react-admin';
import type { Locale } from '../../i18n/locale.ts';
import { useZone } from '../../settings/zone.ts';

/** Returns the present language. Also renders again when the time zone changes. */
export const useLanguage = (): Locale => {
  useZone();
  return useLocale() === 'en' ? 'en' : 'ru';
};
