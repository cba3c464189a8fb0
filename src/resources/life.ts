import type { Bilingual } from './fields.ts';
import type { Fields, NameOf } from './forms.ts';

/**
 * The life cycle: a field of own choices. The ways between them are the actions that say where they begin (`from`); anything
 * else is refused with what is possible.
 */
export interface States<F extends Fields> {
  readonly field: NameOf<F>;
  readonly effectsOn: { readonly [On in string]: Bilingual };
}

interface Move {
  readonly label: Bilingual;
  readonly from?: readonly string[];
}

/** The moves that begin in a state, by name. */
export const movesFrom = (
  { actions = {} }: { readonly actions?: { readonly [Name in string]: Move } },
  state: string,
): readonly string[] =>
  Object.entries(actions)
    .filter(([, { from }]) => from?.includes(state))
    .map(([name]) => name);
