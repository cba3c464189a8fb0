import Type from 'typebox';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

/**
 * One change of a record: its author, its time, and the changed fields with their old and new values. The entry is
 * written in the transaction of the change.
 */
export const AuditRow = Type.Object({
  id: Id,
  at: Moment,
  actorId: nullable(Id),
  actorName: Type.String(),
  entity: Type.String(),
  entityId: Id,
  /** Current title of the changed record. Null if the record is deleted, has no title, or is hidden from the reader. */
  title: nullable(Type.String()),
  action: Type.String(),
  reason: nullable(Type.String()),
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
});
export type AuditRow = Static<typeof AuditRow>;
