import { holdsOne, rights } from '../../../src/contract/access.ts';
import type { Caller, Context, Request } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { Dictionaries } from '../info/dictionaries.ts';

/** What the rules of this module work with. */
export interface Desk extends Context {
  readonly dictionaries: Dictionaries;
}

/** Who asks, in which language, and how a change of theirs is made. */
export type Asking = Pick<Request, 'locale' | 'change'> & { readonly caller: Caller };

/** Whose work it is decides; a manager may put right anybody's. */
export const requireAuthor = (caller: Caller, authorId: number): void => {
  if (authorId === caller.accountId || holdsOne(caller.roles, rights.moderation)) return;
  throw new DomainError('FORBIDDEN', { values: { roles: rights.moderation.join(', ') } });
};
