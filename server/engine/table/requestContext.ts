import type { Values } from '../../../src/contract/describedTypes.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Context, Request } from '../../context.ts';
import type { Caller } from '../../transaction.ts';
import type { PresentContext, Query, RequestContext } from './define.ts';

export const toRequestContext = (
  { now, registry }: Pick<Context, 'now' | 'registry'>,
  entries: PresentContext['entries'],
  { caller, locale }: { readonly caller: Caller; readonly locale: Locale },
): RequestContext => ({
  caller,
  presentContext: { locale, nowIso: now().toISOString(), companyName: caller.companyName, entries, registry },
});

/** A request of a described call. The description validates it, so its values have no static types. */
export type DescribedRequest = Omit<Request, 'params' | 'query' | 'body' | 'caller'> & {
  readonly caller: NonNullable<Request['caller']>;
  readonly params: { readonly id: number } & Readonly<Record<string, unknown>>;
  readonly query: Query;
  readonly body: Values;
};
export type DescribedHandler = (request: DescribedRequest) => Promise<unknown>;
