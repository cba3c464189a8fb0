import { api } from '../../api/client.ts';

const pageSize = 50;

/** The first accident to be worked that nobody holds, in the queue's own order: an address, or nothing. */
export const nextFree = async (page = 1): Promise<string | undefined> => {
  const { Items, Total } = await api('GET /api/v2/Accident/table/{status}', {
    params: { status: 'opened' },
    query: { page, pageSize },
  });
  const next = Items.find(({ LockedBy }) => LockedBy === null);
  if (next) return `/cabinet/accidents/opened/${next.Id}/${encodeURIComponent(next.ObjectId)}`;
  return Items.length > 0 && page * pageSize < Total ? nextFree(page + 1) : undefined;
};
