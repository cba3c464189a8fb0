import type { admin } from './ru/admin.ts';
import type { ruFirst } from './ru/first.ts';
import type { ru } from './ru/index.ts';
import type { live } from './ru/live.ts';
import type { search } from './ru/search.ts';
import type { user } from './ru/user.ts';
import type { ways } from './ru/ways.ts';

/** Forms of one counted text, by what Intl.PluralRules says. English needs two of them. */
type Plural = { readonly one: string; readonly few?: string; readonly many?: string; readonly other: string };

/** The same keys with any text: Russian comes first, a key another language lacks does not compile. */
type Widened<T> = T extends string
  ? string
  : T extends { readonly one: string; readonly few: string; readonly many: string; readonly other: string }
    ? Plural
    : { readonly [Key in keyof T]: Widened<T[Key]> };

export type Texts = Widened<typeof ru>;
export type FirstTexts = Widened<typeof ruFirst>;
/** Words that come with the part of the program that needs them. */
export type ExtraTexts = {
  readonly admin: Widened<typeof admin>;
  readonly live: Widened<typeof live>;
  readonly search: Widened<typeof search>;
  readonly user: Widened<typeof user>;
  readonly ways: Widened<typeof ways>;
};
