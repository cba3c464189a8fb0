import { hasAnyRole, rights } from '../../../src/contract/access.ts';
import type { Context, Request } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { DomainError } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';

/** Dependencies of this module's rules. */
export interface AccidentContext extends Context {
  readonly dictionaries: Dictionaries;
}

/** The caller, the language, and the function that starts a transaction. */
export type CallerContext = Pick<Request, 'locale' | 'change'> & { readonly caller: Caller };

/** Throws unless the caller is the author (of a note or a picture, for example) or a manager. */
export const requireAuthor = (caller: Caller, authorId: number): void => {
  if (authorId === caller.accountId || hasAnyRole(caller.roles, rights.moderation)) return;
  throw new DomainError('FORBIDDEN', { values: { roles: rights.moderation.join(', ') } });
};
