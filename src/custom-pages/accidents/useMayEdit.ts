import { hasAnyRole, rights } from '../../contract/access.ts';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';
import { useMe } from './queries.ts';

/**
 * Returns a function that tells whether the user may change a note or picture. `authorId` is the account that added it.
 * Only this account and managers may.
 */
export const useMayEdit = () => {
  const { data: me } = useMe();
  return (authorId: number): boolean =>
    me !== undefined && (me.Id === authorId || hasAnyRole(me.Roles, rights.moderation));
};

/** Returns true if the user may read the sheet of the case's client: a manager, or the owner of the case's lease. */
export const useMayReadClient = ({ LockedBy }: AccidentDetail): boolean => {
  const { data: me } = useMe();
  return me !== undefined && (me.Id === LockedBy || hasAnyRole(me.Roles, rights.whereabouts));
};

/**
 * Returns true if the user may create a dossier of the case: a manager, the responsible operator, or the owner of the
 * lease.
 */
export const useMayCreateDossier = ({ OperatorId, LockedBy }: AccidentDetail): boolean => {
  const { data: me } = useMe();
  return me !== undefined && (me.Id === OperatorId || me.Id === LockedBy || hasAnyRole(me.Roles, rights.whereabouts));
};
