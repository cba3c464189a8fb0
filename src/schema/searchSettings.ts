import type { Fields, NameOf } from './forms.ts';
import type { IconName } from './place.ts';

/** Settings of a resource for the search of the whole cabinet. Only roles that may read the records find them. */
export interface SearchSettings<F extends Fields> {
  /** Order of groups that match equally well. Groups without a number follow, by name. */
  readonly order?: number;
  /** Text fields of a hit's second line. The server may add more with `found` of its `defineTable`. */
  readonly about?: readonly NameOf<F>[];
  /** Icon of a hit, if it differs from that of `place`. */
  readonly icon?: IconName;
  /** Words that people type before the number of a record: `order 17`. A `*` stands for any ending of the word. */
  readonly nouns?: readonly string[];
  /** Minimum number of digits after such a word. Default: 1. Use more if a name may also follow the word. */
  readonly nounDigits?: number;
  /** Sign before the title, for example `#`. */
  readonly sign?: string;
}

interface Ordered {
  readonly found?: { readonly order?: number };
}
const orderOf = ({ found }: Ordered): number => found?.order ?? Number.MAX_SAFE_INTEGER;

/** Compares resources by the order of their groups. */
export const byOrder = (one: Ordered, other: Ordered): number => orderOf(one) - orderOf(other);

/** Returns the name of the kind in answers of the search: `voucher`, `operator`. */
export const kindOf = ({ callsAs, entity }: { readonly callsAs?: string; readonly entity: string }): string =>
  callsAs ? callsAs.charAt(0).toLowerCase() + callsAs.slice(1) : entity;
