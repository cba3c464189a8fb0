import { accident as accidentEn } from '../../src/i18n/en/extra/accident.ts';
import { dossier as dossierEn } from '../../src/i18n/en/extra/dossier.ts';
import { en } from '../../src/i18n/en/index.ts';
import { accident } from '../../src/i18n/ru/extra/accident.ts';
import { dossier } from '../../src/i18n/ru/extra/dossier.ts';
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

/** Returns texts as the build writes them next to the cabinet: `{ a: { b: 'text' } }` → `{ 'a.b': 'text' }`. */
const flat = (texts: object, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === 'string' ? [[prefix + name, text]] : Object.entries(flat(text, `${prefix}${name}.`)),
    ),
  );
/** Texts that the server needs for dossiers, by language. A build of the cabinet writes them. */
export const dossierTexts = {
  ru: flat({ accident, dossier }, ''),
  en: flat({ accident: accidentEn, dossier: dossierEn }, ''),
};
