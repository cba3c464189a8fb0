import type { Bilingual } from './fields.ts';
import type { Fields, NameOf } from './forms.ts';

/**
 * The life cycle of a record. Its state is a field with its own choices, such as a voucher's stage. Actions with
 * `fromStates` change the state. Any other change of the state is refused with a list of the possible moves.
 */
export interface States<F extends Fields> {
  readonly field: NameOf<F>;
  readonly effectsOn: { readonly [On in string]: Bilingual };
}

interface Move {
  readonly label: Bilingual;
  readonly fromStates?: readonly string[];
}

/** Returns the names of the moves that are possible in a state. */
export const movesFrom = (
  { actions = {} }: { readonly actions?: { readonly [Name in string]: Move } },
  state: string,
): readonly string[] =>
  Object.entries(actions)
    .filter(([, { fromStates }]) => fromStates?.includes(state))
    .map(([name]) => name);
