import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

// The query keys begin with `voucher`, so that a change of a voucher or a case invalidates the sheet.

/** Query of all about a client. `version`: version of the client's record, if a page shows the record. */
export const useClientSheet = (id: number, version?: number) =>
  useQuery({
    queryKey: ['voucher', 'client', id, version],
    queryFn: ({ signal }) => api('GET /api/v3/clients/{id}/sheet')({ params: { id }, signal }),
  });
