import { holdsOne, rights } from '../../contract/access.ts';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';
import { useMe } from './queries.ts';

/** Whether the account may change what `authorId` wrote: its author or a manager. */
export const useMay = () => {
  const { data: me } = useMe();
  return (authorId: number): boolean =>
    me !== undefined && (me.Id === authorId || holdsOne(me.Roles, rights.moderation));
};

/** Whether the account may have a dossier of the case: managers, whose case it is, and whoever works on it now. */
export const useMayHaveDossier = ({ OperatorId, LockedBy }: AccidentDetail): boolean => {
  const { data: me } = useMe();
  return me !== undefined && (me.Id === OperatorId || me.Id === LockedBy || holdsOne(me.Roles, rights.whereabouts));
};
