import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const root = join(import.meta.dirname, '..');
const locales = ['ru', 'en'] as const;
/** Texts that load separately, named by their files. index.ts gathers the texts of the other files. */
const extras = [
  'accident',
  'admin',
  'bulk',
  'dossier',
  'imports',
  'keys',
  'live',
  'room',
  'scoring',
  'screener',
  'search',
  'user',
  'voucher',
  'ways',
] as const;

const load = async (path: string): Promise<Record<string, unknown>> =>
  (await runnerImport<Record<string, unknown>>(join(root, path), { root, configFile: false, logLevel: 'error' }))
    .module;

/** `{ a: { b: 'text' } }` → `{ 'a.b': 'text' }` */
const flat = (texts: unknown, prefix = ''): Record<string, string> => {
  if (typeof texts === 'string') return { [prefix]: texts };
  const entries = Object.entries((texts ?? {}) as object);
  return Object.assign({}, ...entries.map(([key, value]) => flat(value, prefix ? `${prefix}.${key}` : key)));
};

/** Returns all built-in texts of the cabinet by language and key. The server checks changes of texts against them. */
export const readCatalogue = async (): Promise<Record<(typeof locales)[number], Record<string, string>>> => {
  const files = await readdir(join(root, 'src/i18n/ru'));
  const missing = extras.filter(name => !files.includes(`${name}.ts`));
  if (missing.length > 0) throw new Error(`src/i18n/ru has no ${missing.join(', ')}`);
  const of = async (locale: (typeof locales)[number]) => {
    const whole = (await load(`src/i18n/${locale}/index.ts`))[locale];
    const others = await Promise.all(
      extras.map(async name => [name, (await load(`src/i18n/${locale}/${name}.ts`))[name]] as const),
    );
    return flat({ ...(whole as object), ...Object.fromEntries(others) });
  };
  return { ru: await of('ru'), en: await of('en') };
};

/** Vite plugin that writes the catalogue next to the built cabinet. */
export const catalogue = (): Plugin => ({
  name: 'drivedesk-catalogue',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'texts.json', source: JSON.stringify(await readCatalogue()) });
  },
});
