import { useLocale } from 'react-admin';
import { useZone } from '../settings/zone.ts';
import type { Locale } from './locale.ts';

/** Returns the present language. Also renders again when the time zone changes. */
export const useLanguage = (): Locale => {
  useZone();
  return useLocale() === 'en' ? 'en' : 'ru';
};
