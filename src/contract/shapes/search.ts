import Type from 'typebox';
import type { Static } from '../static.ts';
import { Moment, ObjectId } from './common.ts';

/** Kind of the records, named as in their calls: `voucher`, `operator`. Each resource that is found has its own. */
const Kind = Type.String();

/** Matching ranges of a text, as `[from, to)` in UTF-16 code units. */
const Marks = Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }));

/** A record found, in displayable form. */
export const SearchHit = Type.Object({
  Kind,
  /** Id of the record; the IMEI of a device. */
  Id: Type.String(),
  ObjectId: Type.Optional(ObjectId),
  /** Name of the record: number, name or IMEI. */
  Title: Type.String(),
  /** Details, including what matched if the title does not show it. */
  Subtitle: Type.String(),
  TitleMarks: Marks,
  SubtitleMarks: Marks,
  /** Time of an accident. */
  At: Type.Optional(Moment),
  /** Public address of its page in the cabinet, if it has one. */
  Path: Type.Optional(Type.String()),
});
export type SearchHit = Static<typeof SearchHit>;

/** Groups with hits, best first; best hits first in each. */
export const SearchAnswer = Type.Object({
  Groups: Type.Array(Type.Object({ Kind, Items: Type.Array(SearchHit) })),
});
export type SearchAnswer = Static<typeof SearchAnswer>;
