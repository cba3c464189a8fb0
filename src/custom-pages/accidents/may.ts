import { holdsOne, rights } from '../../contract/access.ts';
import { useMe } from './queries.ts';

/** Whether the account may change what `authorId` wrote: its author or a manager. */
export const useMay = () => {
  const { data: me } = useMe();
  return (authorId: number): boolean =>
    me !== undefined && (me.Id === authorId || holdsOne(me.Roles, rights.moderation));
};
