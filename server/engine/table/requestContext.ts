import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../transaction.ts';
import type { PresentContext, RequestContext } from './define.ts';

export const toRequestContext = (
  { now, registry }: Pick<Context, 'now' | 'registry'>,
  entries: PresentContext['entries'],
  { caller, locale }: { readonly caller: Caller; readonly locale: Locale },
): RequestContext => ({
  caller,
  presentContext: { locale, nowIso: now().toISOString(), companyName: caller.companyName, entries, registry },
});
