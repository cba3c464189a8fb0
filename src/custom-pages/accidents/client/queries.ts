import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, newIdempotencyKey, send } from '../../../api/client.ts';
import type { HandoutCreated } from '../../../contract/shapes/clientSheet.ts';
import { saveFile } from '../../../screens/list/export/saveFile.ts';

// The query keys begin with `voucher`, so that a change of a voucher or a case invalidates the sheet.

/** Query of all about a client. `version`: version of the client's record, if a page shows the record. */
export const useClientSheet = (id: number, version?: number) =>
  useQuery({
    queryKey: ['voucher', 'client', id, version],
    queryFn: ({ signal }) => api('GET /api/v3/clients/{id}/sheet')({ params: { id }, signal }),
  });

export type Subject = { readonly VoucherId: number } | { readonly AccidentId: number };

export const useHandouts = (id: number) => {
  const client = useQueryClient();
  const queryKey = ['voucher', 'handouts', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('GET /api/v3/clients/{id}/handouts')({ params: { id }, signal }),
  });
  return { query, refetchHandouts: () => client.invalidateQueries({ queryKey }) };
};

export const makeHandout = (id: number, body: Subject): Promise<HandoutCreated> =>
  api('POST /api/v3/clients/{id}/handouts')({ params: { id }, body, key: newIdempotencyKey() });

export const downloadHandout = async (id: number, handoutId: number): Promise<void> => {
  const response = await send('GET /api/v3/clients/{id}/handouts/{handoutId}/pdf', { params: { id, handoutId } });
  saveFile(`page-${handoutId}.pdf`, await response.blob());
};

export const withdrawHandout = async (id: number, handoutId: number): Promise<void> => {
  await api('POST /api/v3/clients/{id}/handouts/{handoutId}/withdraw')({ params: { id, handoutId } });
};
