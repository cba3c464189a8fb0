import { api } from '../../api/client.ts';

const pageSize = 50;

/** Address of the first new accident without a holder, in the list's default order. */
export const nextFree = async (page = 1): Promise<string | undefined> => {
  const { Items, Total } = await api('GET /api/v2/Accident/table/{status}', {
    params: { status: 'opened' },
    query: { page, pageSize },
  });
  const next = Items.find(({ LockedBy }) => LockedBy === null);
  if (next) return `/cabinet/accidents/opened/${next.Id}/${encodeURIComponent(next.ObjectId)}`;
  return Items.length > 0 && page * pageSize < Total ? nextFree(page + 1) : undefined;
};
