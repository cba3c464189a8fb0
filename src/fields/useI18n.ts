import { useLocale, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { Described } from '../resources/define.ts';
import { useZone } from '../settings/zone.ts';
import type { I18n } from './kind.ts';

/** The language on the screen and its texts, for what is not a component. New ones when the time zone changes too. */
export const useI18n = (): I18n => {
  const locale = useLocale();
  const translate = useTranslate();
  const zone = useZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was formatted in another zone is out of date
  return useMemo(() => ({ locale: locale === 'en' ? 'en' : 'ru', translate }), [locale, translate, zone]);
};

/** Of what is no registered resource the catalogue knows nothing: its own description does. */
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
