import { useQuery } from '@tanstack/react-query';
import { useGetOne } from 'react-admin';
import { api } from '../../api/client.ts';
import type { RecordOf } from '../../contract/call.ts';
import type { DevicePeriod } from '../../contract/shapes/voucher.ts';
import { vouchers } from '../../resources/vouchers.ts';

type Voucher = RecordOf<'vouchers'> & { readonly id: number; readonly ObjectId: string };

/** Query of the voucher. The title in the breadcrumbs uses the same query. */
export const useVoucher = (id: number) => useGetOne<Voucher>(vouchers.name, { id });

export interface Car {
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

/** Returns the vehicles of a voucher, latest first. */
export const useVehicles = (voucherId: number, enabled: boolean): readonly Car[] => {
  const { data } = useQuery({
    queryKey: ['voucher', voucherId, 'device'],
    queryFn: ({ signal }) => api('GET /api/v2/Voucher/{id}/device')({ params: { id: voucherId }, signal }),
    enabled,
  });
  return data ? carsOf(data.LifeLine) : [];
};
