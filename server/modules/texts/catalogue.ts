import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Context } from '../../context.ts';

export type Texts = Readonly<Record<string, string>>;
/** Every text of the web application as built, by language and key (scripts/catalogue.ts). */
export type BuiltTexts = { readonly [L in Locale]: Texts };

interface LocaleTexts {
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
  readonly read: (locale: Locale) => LocaleTexts;
  readonly locales: () => readonly Locale[];
  /** Reads the texts that users have changed from the database again. Called after each change. */
  readonly refresh: () => Promise<void>;
}

/** Reads the texts of the web application from its build. A server that does not serve the web application has none. */
export const readBuiltTexts = async (cabinet: string | undefined): Promise<BuiltTexts> => {
  if (cabinet === undefined) return { ru: {}, en: {} };
  const text = await readFile(join(cabinet, 'texts.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    // A web application built by an older version has no file texts.json.
    if (error.code === 'ENOENT') return '{"ru":{},"en":{}}';
    throw error;
  });
  return JSON.parse(text) as BuiltTexts;
};

const hashVersion = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);

const buildLocaleTexts = (built: Texts, changed: Texts, locales: readonly Locale[]): LocaleTexts => {
  const texts = { ...built, ...changed };
  return {
    texts,
    changed,
    version: { texts: hashVersion([texts, locales]), changed: hashVersion([changed, locales]) },
  };
};

/**
 * Returns the text of a key. Inherited properties are ignored, because every JavaScript object has a property
 * `constructor`.
 */
const ownText = (texts: Texts, key: string): string | undefined => (Object.hasOwn(texts, key) ? texts[key] : undefined);

/** Loads the present texts into memory. `refresh` is called whenever texts change (see live/service.ts). */
export const loadCatalogue = async ({ db }: Pick<Context, 'db'>, built: BuiltTexts): Promise<Catalogue> => {
  let textsByLocale: { readonly [L in Locale]: LocaleTexts };
  let enabledLocales: readonly Locale[] = [];
  let currentSource = '';
  let startedReads = 0;
  let newestRead = 0;
  const refresh = async () => {
    startedReads += 1;
    const readNumber = startedReads;
    const rows = await db.selectFrom('ui_text').select(['locale', 'key', 'text']).orderBy('key').execute();
    const enabled = await db.selectFrom('ui_locale').select('locale').where('enabled', '=', true).execute();
    // Ignores this result if a read that began later has already finished, because the later read has newer texts.
    if (readNumber < newestRead) return;
    newestRead = readNumber;
    const newSource = JSON.stringify([rows, enabled]);
    if (newSource === currentSource) return;
    currentSource = newSource;
    enabledLocales = (['ru', 'en'] as const).filter(locale => enabled.some(row => row.locale === locale));
    const changedTexts = (locale: Locale): Texts =>
      Object.fromEntries(rows.filter(row => row.locale === locale).map(({ key, text }) => [key, text]));
    const [ru, en] = [changedTexts('ru'), changedTexts('en')];
    // The specification's fallback: a text without a Russian version is shown in English.
    textsByLocale = {
      ru: buildLocaleTexts({ ...built.en, ...built.ru }, ru, enabledLocales),
      en: buildLocaleTexts(built.en, en, enabledLocales),
    };
  };
  await refresh();
  return {
    builtIn: (locale, key) => ownText(built[locale], key) ?? ownText(built.en, key),
    read: locale => textsByLocale[locale],
    locales: () => enabledLocales,
    refresh,
  };
};
