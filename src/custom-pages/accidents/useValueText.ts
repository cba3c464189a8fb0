import { useTranslate } from 'react-admin';
import { historyText } from '../../resources/accidents/history.ts';
import { currentZone } from '../../settings/zone.ts';
import { useLanguage } from './useLanguage.ts';

/** Returns the text of a value in an accident's history, in the viewer's language and zone. */
export const useValueText = () => {
  const say = useTranslate();
  const locale = useLanguage();
  return (field: string, value: unknown): string => historyText(field, value, { locale, zone: currentZone(), say });
};
