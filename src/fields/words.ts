import { useLocale, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { Resource } from '../resources/define.ts';
import { useZone } from '../settings/zone.ts';
import type { Words } from './kind.ts';

/** The language on the screen and its texts, for what is not a component. New ones when the time zone changes too. */
export const useWords = (): Words => {
  const locale = useLocale();
  const translate = useTranslate();
  const zone = useZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was formatted in another zone is out of date
  return useMemo(() => ({ locale: locale === 'en' ? 'en' : 'ru', translate }), [locale, translate, zone]);
};

export const fieldLabel = ({ name }: Resource, field: string, { translate }: Words): string =>
  translate(`resources.${name}.fields.${field}`, { _: field });

export const choiceLabel = ({ name }: Resource, field: string, choice: string, { translate }: Words): string =>
  translate(`resources.${name}.choices.${field}.${choice}`, { _: choice });
