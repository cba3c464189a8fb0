import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { AnswerFor, CallName, QueryFor } from '../../contract/index.ts';
import type { Span } from './period.ts';

/** Object whose figures are queried: object `objectId` of the voucher. Without `objectId`: its present object. */
export interface ScoringObject {
  readonly voucherId: number;
  readonly objectId?: string;
}

/** Names of API calls without path parameters and body. */
type PlainCallName = Extract<
  CallName,
  | `GET /api/v2/StatisticSumming${string}`
  | `GET /api/v2.1/StatisticSumming${string}`
  | `GET /api/v2/StatisticUnit/${string}`
  | 'GET /api/v3/scoring/weeks'
>;
type PlainCall = { [Name in PlainCallName]: Name extends `${string}{${string}` ? never : Name }[PlainCallName];

const callApi = api as <Name extends PlainCall>(
  name: Name,
) => (input: { readonly query: QueryFor<Name>; readonly signal: AbortSignal }) => Promise<AnswerFor<Name>>;

/** Query of scoring figures. A cached answer is used again until five minutes after its last use. */
export const useFigures = <Name extends PlainCall>(
  name: Name,
  query: QueryFor<Name>,
  enabled = true,
): UseQueryResult<AnswerFor<Name>> =>
  useQuery({
    queryKey: ['scoring', name, query],
    queryFn: ({ signal }) => callApi(name)({ query, signal }),
    enabled,
  });

export const usePeriod = (scoringObject: ScoringObject, span: Span | undefined) =>
  useFigures('GET /api/v2.1/StatisticSummingPeriod', { ...scoringObject, ...span });
