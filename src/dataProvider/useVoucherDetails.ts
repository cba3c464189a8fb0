import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** One voucher; asked for only where it is known which. */
export const useVoucherDetails = (id: number | undefined) =>
  useQuery({
    queryKey: ['voucher', id, 'details'],
    queryFn: async ({ signal }) => {
      try {
        return await api('GET /api/v2/Voucher/{id}/details', { params: { id: Number(id) }, signal });
      } catch (error) {
        // A page that was left failed at nothing.
        if (!signal.aborted) console.error('Error fetching voucher details', error);
        throw error;
      }
    },
    enabled: id !== undefined,
  });
