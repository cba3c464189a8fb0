import type { Fields, NameOf } from './forms.ts';
import type { IconName } from './navigation.ts';

/** Settings of a resource for the global search. Only roles that may read the records find them. */
export interface SearchSettings<F extends Fields> {
  /**
   * Order of the resource's group among groups of hits that match equally well. Groups without a number follow, by
   * name.
   */
  readonly order?: number;
  /** Text fields in the second line of a hit. The server may add more with `index.search` of its `defineTable`. */
  readonly subtitleFields?: readonly NameOf<F>[];
  /** Icon of a hit, if it differs from the icon in `navigation`. */
  readonly icon?: IconName;
  /** Words that people type before the number of a record: `order 17`. A `*` stands for any ending of the word. */
  readonly numberWords?: readonly string[];
  /**
   * Minimum number of digits after a word of `numberWords`. Default: 1. Use more if a name may also follow the word.
   */
  readonly minWordDigits?: number;
  /** Sign before the title of a hit, for example `#`. */
  readonly titlePrefix?: string;
}

interface WithSearchOrder {
  readonly globalSearch?: { readonly order?: number };
}
const orderOf = ({ globalSearch }: WithSearchOrder): number => globalSearch?.order ?? Number.MAX_SAFE_INTEGER;

/** Compares two resources by the order of their groups in the search results. */
export const compareSearchOrder = (first: WithSearchOrder, second: WithSearchOrder): number =>
  orderOf(first) - orderOf(second);

/** Returns the name of the resource in answers of the search: `voucher`, `operator`. */
export const searchKindOf = ({ pathName, entity }: { readonly pathName?: string; readonly entity: string }): string =>
  pathName ? pathName.charAt(0).toLowerCase() + pathName.slice(1) : entity;
