import Type from 'typebox';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

/** A change: who, when, what, and every field's value before and after. Written in the same transaction. */
export const AuditRow = Type.Object({
  id: Id,
  at: Moment,
  actorId: nullable(Id),
  actorName: Type.String(),
  entity: Type.String(),
  entityId: Id,
  /** What the record is called now; null where it is gone, has no title, or the reader may not see it. */
  title: nullable(Type.String()),
  action: Type.String(),
  reason: nullable(Type.String()),
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
});
export type AuditRow = Static<typeof AuditRow>;
