import type { Values } from '../../../src/contract/describedTypes.ts';
import type { Request } from '../../context.ts';
import type { Query } from './define.ts';

/** A request of a described call. The description validates it, so its values have no static types. */
export type DescribedRequest = Omit<Request, 'params' | 'query' | 'body' | 'caller'> & {
  readonly caller: NonNullable<Request['caller']>;
  readonly params: { readonly id: number } & Readonly<Record<string, unknown>>;
  readonly query: Query;
  readonly body: Values;
};
export type DescribedHandler = (request: DescribedRequest) => Promise<unknown>;
