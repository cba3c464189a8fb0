import type { Role } from '../contract/access.ts';
import type { Bilingual } from './fields.ts';
import type { Fields, NameOf } from './forms.ts';

/** What leads a record from one state to another, or changes it without leaving its state. */
export interface Move {
  readonly label: Bilingual;
  /** The states it begins in. */
  readonly from: readonly string[];
  /** Absent: the record stays where it is. */
  readonly to?: string;
  readonly access: readonly Role[];
  /** What is asked before it is done, `Reason` and `Date` among it; rows of inputs. */
  readonly ask: Fields;
  readonly form: readonly (string | readonly string[])[];
  /** What it does to what hangs on the record, under the names of `effectsOn`. */
  readonly effects: { readonly [On in string]: Bilingual };
  /** Not to be done by mistake. */
  readonly grave?: true;
}

/** The life cycle: a field of own choices, and every way between them. Anything else is refused with what is possible. */
export interface States<F extends Fields> {
  readonly field: NameOf<F>;
  readonly effectsOn: { readonly [On in string]: Bilingual };
  readonly moves: { readonly [Name in string]: Move };
}

/** The moves that begin in a state, by name. */
export const movesFrom = ({ states }: { readonly states?: States<Fields> }, state: string): readonly string[] =>
  Object.entries(states?.moves ?? {})
    .filter(([, { from }]) => from.includes(state))
    .map(([name]) => name);
