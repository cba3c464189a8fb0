import Type from 'typebox';
import type { Static } from '../static.ts';
import { Id } from './common.ts';
import { ListQuery } from './jobs.ts';

/** Records that a bulk action is applied to: all records that the list's query selects, on all pages. */
export const BulkOrder = Type.Object(
  {
    /** List of a split resource, which has several lists for its records. Example: the bucket `opened` of accidents. */
    Split: Type.Optional(Type.String({ maxLength: 60 })),
    /** Query parameters of the list: filters, `search`, or `ids`. Empty: all records. */
    Query: Type.Optional(ListQuery),
  },
  { additionalProperties: false },
);
export type BulkOrder = Static<typeof BulkOrder>;

/** Number and ids of the records for which the bulk action is impossible or failed, for one reason. */
export const BulkReason = Type.Object({
  Reason: Type.String(),
  Count: Type.Integer(),
  /** Ids of some of the records with this reason. */
  Ids: Type.Array(Id),
});

/** Ids of the first records that a checked bulk change can change, in the order of the list. */
export const BulkPossible = Type.Object({ Ids: Type.Array(Id) });

/** Event: a bulk change has changed records of this resource. */
export const RecordsEvent = Type.Object({ Resource: Type.String() });
