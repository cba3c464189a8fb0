import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../transaction.ts';
import type { Asking, Presenting } from './define.ts';

export const asking = (
  { now, registry }: Pick<Context, 'now' | 'registry'>,
  entries: Presenting['entries'],
  { caller, locale }: { readonly caller: Caller; readonly locale: Locale },
): Asking => ({
  caller,
  how: { locale, nowIso: now().toISOString(), companyName: caller.companyName, entries, registry },
});
