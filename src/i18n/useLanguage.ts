import { useLocale } from 'react-admin';
import { useZone } from '../settings/zone.ts';
import type { Locale } from './locale.ts';

/**
 * Returns the present language. The component also renders again when the time zone changes, because its formatted
 * times are then outdated.
 */
export const useLanguage = (): Locale => {
  useZone();
  return useLocale() === 'en' ? 'en' : 'ru';
};
