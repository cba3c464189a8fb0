import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { DevicePart, VoucherAccident } from '../../contract/shapes/voucher.ts';

// The query keys begin with `voucher`, so that a change of a voucher invalidates all queries of its parts.

export const useDevice = (id: number): UseQueryResult<DevicePart> =>
  useQuery({
    queryKey: ['voucher', id, 'device'],
    queryFn: ({ signal }) => api('GET /api/v2/Voucher/{id}/device')({ params: { id }, signal }),
  });

export const useAccidents = (id: number): UseQueryResult<{ Items: VoucherAccident[]; Total: number }> =>
  useQuery({
    queryKey: ['voucher', id, 'accidents'],
    queryFn: ({ signal }) => api('GET /api/v2/Voucher/{id}/accidents')({ params: { id }, signal }),
  });
