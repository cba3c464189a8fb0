import { managers } from '../../../src/contract/access.ts';
import type { Caller, Context, Request } from '../../context.ts';
import type { Dictionaries } from '../info/dictionaries.ts';

/** What the rules of this module work with. */
export interface Desk extends Context {
  readonly dictionaries: Dictionaries;
}

/** Who asks, in which language, and how a change of theirs is made. */
export type Asking = Pick<Request, 'locale' | 'change'> & { readonly caller: Caller };

export const isManager = ({ roles }: Caller): boolean => roles.some(role => managers.includes(role));
