import type { Locale } from '../../src/contract/messages/index.ts';
import type { Caller, Context } from '../context.ts';
import type { Presenting } from './define.ts';

export const presenting = (context: Context, request: { caller: Caller; locale: Locale }): Presenting => ({
  locale: request.locale,
  nowIso: context.now().toISOString(),
  companyName: request.caller.companyName,
});
