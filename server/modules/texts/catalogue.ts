import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Context } from '../../context.ts';

export type Texts = Readonly<Record<string, string>>;
/** Every text of the cabinet as built, by language and key (scripts/catalogue.ts). */
export type BuiltTexts = { readonly [L in Locale]: Texts };

interface Whole {
  readonly texts: Texts;
  readonly changed: Texts;
  /**
   * Hashes of all texts and of the changed texts, each with the enabled languages. A hash changes whenever its content
   * changes.
   */
  readonly version: { readonly texts: string; readonly changed: string };
}

export interface Catalogue {
  readonly builtIn: (locale: Locale, key: string) => string | undefined;
  readonly read: (locale: Locale) => Whole;
  readonly locales: () => readonly Locale[];
  /** Reads the changed texts again after a change. */
  readonly refresh: () => Promise<void>;
}

/** Reads the texts of the built cabinet. A server without a cabinet has none. */
export const readBuiltTexts = async (cabinet: string | undefined): Promise<BuiltTexts> => {
  if (cabinet === undefined) return { ru: {}, en: {} };
  const text = await readFile(join(cabinet, 'texts.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    // A cabinet built by an older version has no such file.
    if (error.code === 'ENOENT') return '{"ru":{},"en":{}}';
    throw error;
  });
  return JSON.parse(text) as BuiltTexts;
};

const versionOf = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

const wholeOf = (built: Texts, changed: Texts, locales: readonly Locale[]): Whole => {
  const texts = { ...built, ...changed };
  return { texts, changed, version: { texts: versionOf([texts, locales]), changed: versionOf([changed, locales]) } };
};

/** The text of a key. Inherited properties are ignored, because every object has a "constructor". */
const textOf = (texts: Texts, key: string): string | undefined => (Object.hasOwn(texts, key) ? texts[key] : undefined);

/** Loads the present texts into memory. `refresh` is called whenever they change (see live/service.ts). */
export const loadCatalogue = async ({ db }: Pick<Context, 'db'>, built: BuiltTexts): Promise<Catalogue> => {
  let wholes: { readonly [L in Locale]: Whole };
  let offered: readonly Locale[] = [];
  let source = '';
  let begun = 0;
  let newest = 0;
  const refresh = async () => {
    begun += 1;
    const mine = begun;
    const rows = await db.selectFrom('ui_text').select(['locale', 'key', 'text']).orderBy('key').execute();
    const enabled = await db.selectFrom('ui_locale').select('locale').where('enabled', '=', true).execute();
    // Ignores this result if a read that began later has already finished, because that result is newer.
    if (mine < newest) return;
    newest = mine;
    const found = JSON.stringify([rows, enabled]);
    if (found === source) return;
    source = found;
    offered = (['ru', 'en'] as const).filter(locale => enabled.some(row => row.locale === locale));
    const of = (locale: Locale): Texts =>
      Object.fromEntries(rows.filter(row => row.locale === locale).map(({ key, text }) => [key, text]));
    const [ru, en] = [of('ru'), of('en')];
    // The specification's fallback: a text without a Russian version is shown in English.
    wholes = { ru: wholeOf({ ...built.en, ...built.ru }, ru, offered), en: wholeOf(built.en, en, offered) };
  };
  await refresh();
  return {
    builtIn: (locale, key) => textOf(built[locale], key) ?? textOf(built.en, key),
    read: locale => wholes[locale],
    locales: () => offered,
    refresh,
  };
};
