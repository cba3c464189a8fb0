import { en } from '../../src/i18n/en/index.ts';
import { ru } from '../../src/i18n/ru/index.ts';

const catalogues = { ru, en };

/** Language and texts of a form, with messages filled in as the catalogue's provider does. */
export const i18nIn = (locale: keyof typeof catalogues) => ({
  locale,
  translate: (key: string, { _, ...values }: Record<string, unknown> = {}): string => {
    const found = key
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], catalogues[locale]);
    return String(found ?? _ ?? key).replace(/%\{(\w+)\}/g, (_whole, name: string) => String(values[name]));
  },
});
