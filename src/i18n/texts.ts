import type { accident } from './ru/accident.ts';
import type { admin } from './ru/admin.ts';
import type { bulk } from './ru/bulk.ts';
import type { dossier } from './ru/dossier.ts';
import type { ruFirst } from './ru/first.ts';
import type { imports } from './ru/imports.ts';
import type { ru } from './ru/index.ts';
import type { keys } from './ru/keys.ts';
import type { live } from './ru/live.ts';
import type { room } from './ru/room.ts';
import type { scoring } from './ru/scoring.ts';
import type { screener } from './ru/screener.ts';
import type { search } from './ru/search.ts';
import type { user } from './ru/user.ts';
import type { voucher } from './ru/voucher.ts';
import type { ways } from './ru/ways.ts';

/** Plural forms of Intl.PluralRules. English needs two. */
type Plural = { readonly one: string; readonly few?: string; readonly many?: string; readonly other: string };

/** Type of the Russian catalogue with any text, so that a missing key in another language does not compile. */
type Widened<T> = T extends string
  ? string
  : T extends { readonly one: string; readonly few: string; readonly many: string; readonly other: string }
    ? Plural
    : { readonly [Key in keyof T]: Widened<T[Key]> };

export type Texts = Widened<typeof ru>;
export type FirstTexts = Widened<typeof ruFirst>;
/** Texts that load with their chunk. */
export type ExtraTexts = {
  readonly accident: Widened<typeof accident>;
  readonly admin: Widened<typeof admin>;
  readonly bulk: Widened<typeof bulk>;
  readonly dossier: Widened<typeof dossier>;
  readonly imports: Widened<typeof imports>;
  readonly keys: Widened<typeof keys>;
  readonly live: Widened<typeof live>;
  readonly room: Widened<typeof room>;
  readonly scoring: Widened<typeof scoring>;
  readonly screener: Widened<typeof screener>;
  readonly search: Widened<typeof search>;
  readonly user: Widened<typeof user>;
  readonly voucher: Widened<typeof voucher>;
  readonly ways: Widened<typeof ways>;
};
