import type { accident } from './ru/extra/accident.ts';
import type { admin } from './ru/extra/admin.ts';
import type { audit } from './ru/extra/audit.ts';
import type { bulk } from './ru/extra/bulk.ts';
import type { client } from './ru/extra/client.ts';
import type { dossier } from './ru/extra/dossier.ts';
import type { exports } from './ru/extra/exports.ts';
import type { imports } from './ru/extra/imports.ts';
import type { keys } from './ru/extra/keys.ts';
import type { live } from './ru/extra/live.ts';
import type { room } from './ru/extra/room.ts';
import type { scoring } from './ru/extra/scoring.ts';
import type { screener } from './ru/extra/screener.ts';
import type { search } from './ru/extra/search.ts';
import type { user } from './ru/extra/user.ts';
import type { views } from './ru/extra/views.ts';
import type { voucher } from './ru/extra/voucher.ts';
import type { ways } from './ru/extra/ways.ts';
import type { ruFirst } from './ru/first.ts';
import type { ru } from './ru/index.ts';

/** Plural forms of a text, as named by Intl.PluralRules. English needs only `one` and `other`. */
type Plural = { readonly one: string; readonly few?: string; readonly many?: string; readonly other: string };

/**
 * Shape of the Russian texts, with any string as text. A key that is missing in another language therefore does not
 * compile.
 */
type Widened<T> = T extends string
  ? string
  : T extends { readonly one: string; readonly few: string; readonly many: string; readonly other: string }
    ? Plural
    : { readonly [Key in keyof T]: Widened<T[Key]> };

export type Texts = Widened<typeof ru>;
export type FirstTexts = Widened<typeof ruFirst>;
/** Groups of texts that load with the page or component that uses them. */
export type ExtraTexts = {
  readonly accident: Widened<typeof accident>;
  readonly admin: Widened<typeof admin>;
  readonly audit: Widened<typeof audit>;
  readonly bulk: Widened<typeof bulk>;
  readonly client: Widened<typeof client>;
  readonly dossier: Widened<typeof dossier>;
  readonly exports: Widened<typeof exports>;
  readonly imports: Widened<typeof imports>;
  readonly keys: Widened<typeof keys>;
  readonly live: Widened<typeof live>;
  readonly room: Widened<typeof room>;
  readonly scoring: Widened<typeof scoring>;
  readonly screener: Widened<typeof screener>;
  readonly search: Widened<typeof search>;
  readonly user: Widened<typeof user>;
  readonly views: Widened<typeof views>;
  readonly voucher: Widened<typeof voucher>;
  readonly ways: Widened<typeof ways>;
};
