import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { pageForms } from '../src/resources/forms/pageForms.ts';
import { formTexts } from '../src/schema/texts.ts';

const root = join(import.meta.dirname, '..');
const locales = ['ru', 'en'] as const;
const load = async (path: string): Promise<Record<string, unknown>> =>
  (await runnerImport<Record<string, unknown>>(join(root, path), { root, configFile: false, logLevel: 'error' }))
    .module;

/** Flattens nested texts: `{ a: { b: 'text' } }` becomes `{ 'a.b': 'text' }`. */
const flat = (texts: unknown, prefix = ''): Record<string, string> => {
  if (typeof texts === 'string') return { [prefix]: texts };
  const entries = Object.entries((texts ?? {}) as object);
  return Object.assign({}, ...entries.map(([key, value]) => flat(value, prefix ? `${prefix}.${key}` : key)));
};

type Texts = Readonly<Record<string, string>>;

const textsOf = async (locale: (typeof locales)[number]): Promise<Texts> => {
  const files = await readdir(join(root, 'src/i18n', locale, 'extra'));
  const wholeTexts = (await load(`src/i18n/${locale}/index.ts`))[locale];
  const others = await Promise.all(files.map(file => load(`src/i18n/${locale}/extra/${file}`)));
  // At run time these texts come with the pages, so that they are not loaded before the first list.
  const textsOfForms = flat({ resources: formTexts(pageForms, locale) });
  return { ...flat(Object.assign({}, wholeTexts, ...others)), ...textsOfForms };
};

const placeholdersOf = (text: string): string => [...new Set(text.match(/%\{\w+\}/g))].sort().join(' ');

/**
 * Checks a file of an overlay, `<language>/<name>.json`, whose texts replace built-in ones. Throws for an unknown
 * language code and for unreadable JSON. Throws for a text whose key or placeholders differ from the English texts.
 */
export const checkOverlay = (file: string, json: string, english: Texts): void => {
  const fault = (text: string) => new Error(`src/i18n/overlays/${file}: ${text}`);
  const [language = ''] = file.split(/[\\/]/);
  let overlay: object;
  try {
    Intl.getCanonicalLocales(language);
    overlay = JSON.parse(json) as object;
  } catch (error) {
    throw fault((error as Error).message);
  }
  for (const [key, text] of Object.entries(overlay)) {
    const original = Object.hasOwn(english, key) ? english[key] : undefined;
    if (original === undefined) throw fault(`no text has the key ${key}`);
    if (typeof text !== 'string') throw fault(`${key} is no text`);
    const [its, wanted] = [placeholdersOf(text), placeholdersOf(original)];
    if (its !== wanted) throw fault(`${key} has the placeholders "${its}", the English text "${wanted}"`);
  }
};

const checkOverlays = async (english: Texts): Promise<void> => {
  const folder = join(root, 'src/i18n/overlays');
  const files = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
  for (const file of files.filter(name => name.endsWith('.json')))
    checkOverlay(file, await readFile(join(folder, file), 'utf8'), english);
};

/**
 * Returns all built-in texts of the web application by language and key. When a superuser changes a text, the server
 * checks the new text against them.
 */
export const readCatalogue = async (): Promise<Record<(typeof locales)[number], Texts>> => {
  const texts = { ru: await textsOf('ru'), en: await textsOf('en') };
  await checkOverlays(texts.en);
  return texts;
};

/** Vite plugin that writes the catalogue of built-in texts next to the built web application. */
export const catalogue = (): Plugin => ({
  name: 'drivedesk-catalogue',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'texts.json', source: JSON.stringify(await readCatalogue()) });
  },
});
