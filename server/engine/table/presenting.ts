import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Caller, Context } from '../../context.ts';
import type { Asking, Presenting } from './define.ts';

export const asking = (
  { now }: Pick<Context, 'now'>,
  entries: Presenting['entries'],
  { caller, locale }: { readonly caller: Caller; readonly locale: Locale },
): Asking => ({
  caller,
  how: { locale, nowIso: now().toISOString(), companyName: caller.companyName, entries },
});
