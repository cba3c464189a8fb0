import { useI18nProvider } from 'react-admin';
import type { Locale } from '../i18n/locale.ts';
import type { Action, FormDescription } from '../schema/define.ts';
import type { Fields, Step } from '../schema/forms.ts';
import type { Bilingual } from '../schema/kinds/field.ts';
import { useZone } from '../settings/zone.ts';

/** Language of the formats, and the function that returns texts by key. */
export interface I18n {
  readonly locale: Locale;
  readonly translate: (key: string, options?: Record<string, unknown>) => string;
}

interface CachedI18n {
  readonly zone: string;
  readonly locale: string;
  readonly i18n: I18n;
}

// Language and texts, cached for all cells of a table. Without the cache, the hooks of react-admin in each cell would
// be slow.
const i18nCache = new WeakMap<object, CachedI18n>();

/**
 * Returns language and texts, for functions outside components. After a change of the time zone the returned object is
 * a new one, because formatted times are then outdated.
 */
export const useI18n = (): I18n => {
  // react-admin's text provider is replaced when the language changes, so it can be the key of the cache.
  const provider = useI18nProvider();
  const zone = useZone();
  const locale = provider.getLocale();
  const cached = i18nCache.get(provider);
  if (cached?.zone === zone && cached.locale === locale) return cached.i18n;
  const i18n: I18n = {
    locale: locale === 'en' ? 'en' : 'ru',
    translate: (key, options) => provider.translate(key, options),
  };
  i18nCache.set(provider, { zone, locale, i18n });
  return i18n;
};

/**
 * Returns the label of a field from the catalogue of texts. For a resource without texts there, returns the label of
 * its description.
 */
export const fieldLabel = ({ name, fields }: FormDescription, field: string, { locale, translate }: I18n): string =>
  translate(`resources.${name}.fields.${field}`, { _: fields[field]?.label?.[locale] ?? field });

export const fieldHelp = ({ name, fields }: FormDescription, field: string, { locale, translate }: I18n): string =>
  translate(`resources.${name}.help.${field}`, { _: fields[field]?.help?.[locale] ?? '' });

export const choiceLabel = (
  { name, fields }: FormDescription,
  field: string,
  choice: string,
  { locale, translate }: I18n,
): string =>
  translate(`resources.${name}.choices.${field}.${choice}`, {
    _: fields[field]?.choiceLabels?.[choice]?.[locale] ?? choice,
  });

/**
 * Returns the text of a choice that the description of the field defines. Undefined if the description has no such
 * choice.
 */
export const ownChoiceLabel = (
  described: FormDescription,
  field: string,
  choice: string,
  i18n: I18n,
): string | undefined => {
  const labels = described.fields[field]?.choiceLabels;
  return labels && Object.hasOwn(labels, choice) ? choiceLabel(described, field, choice, i18n) : undefined;
};

/**
 * Returns a text of a description. A text in the catalogue has priority, so that an additional language can translate
 * it.
 */
export const describedText = (
  { name }: Pick<FormDescription, 'name'>,
  key: string,
  text: Bilingual,
  { locale, translate }: I18n,
): string => translate(`resources.${name}.${key}`, { _: text[locale] });

export const actionLabel = (
  resource: Pick<FormDescription, 'name'>,
  name: string,
  action: Action,
  i18n: I18n,
): string => describedText(resource, `actions.${name}.label`, action.label, i18n);

/** Returns the title of a step of a form. The key of the text is the name of the step's first field. */
export const stepTitle = (
  resource: Pick<FormDescription, 'name'>,
  { title, rows }: Pick<Step<Fields>, 'title' | 'rows'>,
  i18n: I18n,
): string => describedText(resource, `steps.${rows.flat()[0]}`, title, i18n);
