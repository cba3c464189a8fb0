import { useLocale, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { Described } from '../resources/define.ts';
import { useZone } from '../settings/zone.ts';
import type { I18n } from './kind.ts';

/** Current language and texts, for functions outside components. Changes with the time zone too. */
export const useI18n = (): I18n => {
  const locale = useLocale();
  const translate = useTranslate();
  const zone = useZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts formatted in another zone are out of date
  return useMemo(() => ({ locale: locale === 'en' ? 'en' : 'ru', translate }), [locale, translate, zone]);
};

/** Label of a field: from the catalogue, or for unregistered resources from the description. */
export const fieldLabel = ({ name, fields }: Described, field: string, { locale, translate }: I18n): string =>
  translate(`resources.${name}.fields.${field}`, { _: fields[field]?.label?.[locale] ?? field });

export const fieldHelp = ({ name, fields }: Described, field: string, { locale, translate }: I18n): string =>
  translate(`resources.${name}.help.${field}`, { _: fields[field]?.help?.[locale] ?? '' });

export const choiceLabel = (
  { name, fields }: Described,
  field: string,
  choice: string,
  { locale, translate }: I18n,
): string =>
  translate(`resources.${name}.choices.${field}.${choice}`, {
    _: fields[field]?.choiceLabels?.[choice]?.[locale] ?? choice,
  });
