import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useGetOne } from 'react-admin';
import { api } from '../../api/client.ts';
import type { RecordOf } from '../../contract/call.ts';
import type { AnswerFor, CallName, QueryFor } from '../../contract/index.ts';
import type { DevicePeriod } from '../../contract/shapes/voucher.ts';
import { vouchers } from '../../resources/vouchers.ts';
import type { Span } from './period.ts';

/** Object whose figures are queried: object `objectId` of the voucher. Without `objectId`: its present object. */
export interface ScoringObject {
  readonly voucherId: number;
  readonly objectId?: string;
}

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

type Voucher = RecordOf<'vouchers'> & { readonly id: number; readonly ObjectId: string };

/** Query of the voucher. The title in the breadcrumbs uses the same query. */
export const useVoucher = (id: number) => useGetOne<Voucher>(vouchers.name, { id });

interface Car {
  readonly objectId: string;
  readonly title: string;
}

const carsOf = (periods: readonly DevicePeriod[]): readonly Car[] => [
  ...new Map(
    periods.map(({ ObjectId, Vehicle, VehicleRegNumber }) => [
      ObjectId,
      { objectId: ObjectId, title: [Vehicle, VehicleRegNumber].filter(Boolean).join(', ') },
    ]),
  ).values(),
];

export const useVehicles = (voucherId: number, enabled: boolean): readonly Car[] => {
  const { data } = useQuery({
    queryKey: ['voucher', voucherId, 'device'],
    queryFn: ({ signal }) => api('GET /api/v2/Voucher/{id}/device')({ params: { id: voucherId }, signal }),
    enabled,
  });
  return data ? carsOf(data.LifeLine) : [];
};

interface ShownVehicle {
  readonly voucher: Voucher;
  readonly cars: readonly Car[];
  readonly objectId: string | undefined;
}

/** Returns model and plate of an object's vehicle. A former vehicle has the title of the voucher's list of vehicles. */
export const vehicleTexts = ({ voucher, cars, objectId }: ShownVehicle): readonly (string | null | undefined)[] =>
  objectId === voucher.ObjectId
    ? [`${voucher.VehicleBrand} ${voucher.VehicleModel ?? ''}`.trim(), voucher.VehicleRegNumber]
    : [cars.find(car => car.objectId === objectId)?.title];
