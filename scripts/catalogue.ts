import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const root = join(import.meta.dirname, '..');
const locales = ['ru', 'en'] as const;
const load = async (path: string): Promise<Record<string, unknown>> =>
  (await runnerImport<Record<string, unknown>>(join(root, path), { root, configFile: false, logLevel: 'error' }))
    .module;

/** `{ a: { b: 'text' } }` → `{ 'a.b': 'text' }` */
const flat = (texts: unknown, prefix = ''): Record<string, string> => {
  if (typeof texts === 'string') return { [prefix]: texts };
  const entries = Object.entries((texts ?? {}) as object);
  return Object.assign({}, ...entries.map(([key, value]) => flat(value, prefix ? `${prefix}.${key}` : key)));
};

type Texts = Readonly<Record<string, string>>;

const textsOf = async (locale: (typeof locales)[number]): Promise<Texts> => {
  const files = await readdir(join(root, 'src/i18n', locale, 'extra'));
  const whole = (await load(`src/i18n/${locale}/index.ts`))[locale];
  const others = await Promise.all(files.map(file => load(`src/i18n/${locale}/extra/${file}`)));
  return flat(Object.assign({}, whole, ...others));
};

const holesOf = (text: string): string => [...new Set(text.match(/%\{\w+\}/g))].sort().join(' ');

/** Throws for a text of an overlay whose key or holes the English texts do not have. */
export const checkOverlay = (file: string, overlay: Texts, english: Texts): void => {
  for (const [key, text] of Object.entries(overlay)) {
    const original = english[key];
    if (original === undefined) throw new Error(`${file}: no text has the key ${key}`);
    if (holesOf(text) !== holesOf(original))
      throw new Error(`${file}: ${key} has the holes "${holesOf(text)}", the English text "${holesOf(original)}"`);
  }
};

const checkOverlays = async (english: Texts): Promise<void> => {
  const folder = join(root, 'src/i18n/overlays');
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  for (const file of files.filter(name => name.endsWith('.json')))
    checkOverlay(file, JSON.parse(await readFile(join(folder, file), 'utf8')), english);
};

/** Returns all built-in texts of the cabinet by language and key. The server checks changes of texts against them. */
export const readCatalogue = async (): Promise<Record<(typeof locales)[number], Texts>> => {
  const texts = { ru: await textsOf('ru'), en: await textsOf('en') };
  await checkOverlays(texts.en);
  return texts;
};

/** Vite plugin that writes the catalogue next to the built cabinet. */
export const catalogue = (): Plugin => ({
  name: 'drivedesk-catalogue',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'texts.json', source: JSON.stringify(await readCatalogue()) });
  },
});
