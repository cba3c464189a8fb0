import Type from 'typebox';
import type { Static } from '../static.ts';
import { Id } from './common.ts';
import { ListQuery } from './jobs.ts';

/** Which records of a list an action is for: those that its call would list, page and its size aside. */
export const BulkOrder = Type.Object(
  {
    /** Which of its lists, where the resource is split: `opened`. */
    Split: Type.Optional(Type.String({ maxLength: 60 })),
    /** What the list's call takes: filters, `search`, or `ids`. Empty: all records. */
    Query: Type.Optional(ListQuery),
  },
  { additionalProperties: false },
);
export type BulkOrder = Static<typeof BulkOrder>;

/** Records that something cannot be done to, or was not, for one reason. */
export const BulkReason = Type.Object({
  Reason: Type.String(),
  Count: Type.Integer(),
  /** Some of them. */
  Ids: Type.Array(Id),
});

/** Many records of a resource were changed at once. */
export const RecordsNews = Type.Object({ Resource: Type.String() });
