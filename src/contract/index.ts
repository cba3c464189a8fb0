import type { AnswerOf, BodyOf, Call, CallKey, ParamsOf, QueryOf } from './call.ts';
import { accidentCalls } from './calls/accidents.ts';
import { accountCalls } from './calls/account.ts';
import { infoCalls } from './calls/info.ts';
import { ingestCalls } from './calls/ingest.ts';
import { liveCalls } from './calls/live.ts';
import { portfolioCalls } from './calls/portfolio.ts';
import { searchCalls } from './calls/search.ts';
import { systemCalls } from './calls/system.ts';

/** Every call there is, under its method and path. A call is added here and nowhere else. */
export const calls = {
  ...accountCalls,
  ...accidentCalls,
  ...portfolioCalls,
  ...infoCalls,
  ...ingestCalls,
  ...searchCalls,
  ...systemCalls,
  ...liveCalls,
} satisfies { readonly [Key in CallKey]: Call };

export type Calls = typeof calls;
export type CallName = keyof Calls & CallKey;

export type ParamsFor<Name extends CallName> = ParamsOf<Calls[Name]>;
export type QueryFor<Name extends CallName> = QueryOf<Calls[Name]>;
export type BodyFor<Name extends CallName> = BodyOf<Calls[Name]>;
export type AnswerFor<Name extends CallName> = AnswerOf<Calls[Name]>;
