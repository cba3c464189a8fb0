import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** A voucher; no request without an id. */
export const useVoucherDetails = (id: number | undefined) =>
  useQuery({
    queryKey: ['voucher', id, 'details'],
    queryFn: async ({ signal }) => {
      try {
        return await api('GET /api/v2/Voucher/{id}/details', { params: { id: Number(id) }, signal });
      } catch (error) {
        // Leaving the page is no failure.
        if (!signal.aborted) console.error('Error fetching voucher details', error);
        throw error;
      }
    },
    enabled: id !== undefined,
  });
