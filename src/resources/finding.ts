import type { Fields, NameOf } from './forms.ts';
import type { IconName } from './place.ts';

/** How the search of the whole cabinet finds the records, for whoever may read them. */
export interface Finding<F extends Fields> {
  /** Order of groups that match equally well; those without a number follow, by name. */
  readonly order?: number;
  /** Second line of a hit, columns of text only. The server may say more in `found` of its `defineTable`. */
  readonly about?: readonly NameOf<F>[];
  /** Icon of a hit, where not that of `place`. */
  readonly icon?: IconName;
  /** Stands before the title: `#`. */
  readonly sign?: string;
}

interface Ordered {
  readonly found?: { readonly order?: number };
}
const orderOf = ({ found }: Ordered): number => found?.order ?? Number.MAX_SAFE_INTEGER;

/** Sorts resources as their groups stand where they match equally well. */
export const byOrder = (one: Ordered, other: Ordered): number => orderOf(one) - orderOf(other);

/** Name of the kind in answers of the search: `voucher`, `operator`. */
export const kindOf = ({ callsAs, entity }: { readonly callsAs?: string; readonly entity: string }): string =>
  callsAs ? callsAs.charAt(0).toLowerCase() + callsAs.slice(1) : entity;
