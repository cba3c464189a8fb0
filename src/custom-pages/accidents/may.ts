import { holdsOne, rights } from '../../contract/access.ts';
import { useMe } from './queries.ts';

/** Whether the signed-in account may change what `authorId` wrote: the author and a manager may. */
export const useMay = () => {
  const { data: me } = useMe();
  return (authorId: number): boolean =>
    me !== undefined && (me.Id === authorId || holdsOne(me.Roles, rights.moderation));
};
