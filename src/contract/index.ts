import type { AnswerOf, BodyOf, Call, CallKey, ParamsOf, QueryOf } from './call.ts';
import { accidentCalls } from './calls/accidents.ts';
import { accountCalls } from './calls/account.ts';
import { bulkCalls } from './calls/bulk.ts';
import { clientCalls, handoutCalls } from './calls/clients.ts';
import { controlRoomCalls } from './calls/controlRoom.ts';
import { dossierCalls } from './calls/dossiers.ts';
import { exportCalls } from './calls/exports.ts';
import { importCalls } from './calls/imports.ts';
import { infoCalls, systemCalls } from './calls/info.ts';
import { ingestCalls, rawLogCalls } from './calls/ingest.ts';
import { liveCalls } from './calls/live.ts';
import { operatorCalls } from './calls/operators.ts';
import { platformCalls, webhookCalls } from './calls/platforms.ts';
import { registerCalls } from './calls/registers.ts';
import { savedViewCalls } from './calls/savedViews.ts';
import { scheduleCalls } from './calls/schedules.ts';
import { screenerCalls } from './calls/screener.ts';
import { searchCalls } from './calls/search.ts';
import { statisticCalls } from './calls/statistics.ts';
import { textCalls } from './calls/texts.ts';
import { anomalyCalls, driveCurveCalls, tripCalls } from './calls/trips.ts';
import { billingCalls, voucherCalls } from './calls/vouchers.ts';
import { weatherCalls } from './calls/weather.ts';

/** All calls by method and path. New calls are added only here. */
export const calls = {
  ...accountCalls,
  ...operatorCalls,
  ...accidentCalls,
  ...voucherCalls,
  ...clientCalls,
  ...handoutCalls,
  ...tripCalls,
  ...statisticCalls,
  ...anomalyCalls,
  ...rawLogCalls,
  ...registerCalls,
  ...platformCalls,
  ...billingCalls,
  ...infoCalls,
  ...ingestCalls,
  ...controlRoomCalls,
  ...searchCalls,
  ...screenerCalls,
  ...driveCurveCalls,
  ...systemCalls,
  ...liveCalls,
  ...textCalls,
  ...exportCalls,
  ...scheduleCalls,
  ...dossierCalls,
  ...bulkCalls,
  ...importCalls,
  ...savedViewCalls,
  ...weatherCalls,
  ...webhookCalls,
} satisfies { readonly [Key in CallKey]: Call };

export type Calls = typeof calls;
export type CallName = keyof Calls & CallKey;

/**
 * Types of all calls, by name of the call. They are computed once, because a lookup by name is cheap for the type
 * checker.
 */
type ParamsByName = { readonly [Name in CallName]: ParamsOf<Calls[Name]> };
type QueryByName = { readonly [Name in CallName]: QueryOf<Calls[Name]> };
type BodyByName = { readonly [Name in CallName]: BodyOf<Calls[Name]> };
type AnswerByName = { readonly [Name in CallName]: AnswerOf<Calls[Name]> };

export type ParamsFor<Name extends CallName> = ParamsByName[Name];
export type QueryFor<Name extends CallName> = QueryByName[Name];
export type BodyFor<Name extends CallName> = BodyByName[Name];
export type AnswerFor<Name extends CallName> = AnswerByName[Name];
