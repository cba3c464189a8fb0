import { useLocale } from 'ra-core';
import type { Locale } from '../../i18n/locale.ts';

/** The language on the screen; the application knows no other than these. */
export const useLanguage = (): Locale => (useLocale() === 'en' ? 'en' : 'ru');
