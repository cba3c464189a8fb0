import { api } from '../../dataProvider/api.ts';

const pageSize = 50;

/** The first accident to be worked that nobody holds, in the queue's own order: an address, or nothing. */
export const nextFree = async (): Promise<string | undefined> => {
  const { Items } = await api('GET /api/v2/Accident/table/{status}', {
    params: { status: 'opened' },
    query: { page: 1, pageSize },
  });
  const next = Items.find(({ LockedBy }) => LockedBy === null);
  return next && `/cabinet/accidents/opened/${next.Id}/${encodeURIComponent(next.ObjectId)}`;
};
