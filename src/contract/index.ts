import type { AnswerOf, BodyOf, Call, CallKey, ParamsOf, QueryOf } from './call.ts';
import { accidentCalls } from './calls/accidents.ts';
import { accountCalls } from './calls/account.ts';
import { infoCalls } from './calls/info.ts';
import { ingestCalls } from './calls/ingest.ts';
import { liveCalls } from './calls/live.ts';
import { searchCalls } from './calls/search.ts';
import { systemCalls } from './calls/system.ts';
import { tripCalls } from './calls/trips.ts';
import { voucherCalls } from './calls/vouchers.ts';

/** Every call there is, under its method and path. A call is added here and nowhere else. */
export const calls = {
  ...accountCalls,
  ...accidentCalls,
  ...voucherCalls,
  ...tripCalls,
  ...infoCalls,
  ...ingestCalls,
  ...searchCalls,
  ...systemCalls,
  ...liveCalls,
} satisfies { readonly [Key in CallKey]: Call };

export type Calls = typeof calls;
export type CallName = keyof Calls & CallKey;

/** Each call's types read off its shapes once; asking by name is then a look-up and no work of the type check's. */
type ParamsByName = { readonly [Name in CallName]: ParamsOf<Calls[Name]> };
type QueryByName = { readonly [Name in CallName]: QueryOf<Calls[Name]> };
type BodyByName = { readonly [Name in CallName]: BodyOf<Calls[Name]> };
type AnswerByName = { readonly [Name in CallName]: AnswerOf<Calls[Name]> };

export type ParamsFor<Name extends CallName> = ParamsByName[Name];
export type QueryFor<Name extends CallName> = QueryByName[Name];
export type BodyFor<Name extends CallName> = BodyByName[Name];
export type AnswerFor<Name extends CallName> = AnswerByName[Name];
