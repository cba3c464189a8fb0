import Type from 'typebox';
import type { Static } from '../static.ts';
import { Moment, ObjectId } from './common.ts';

/**
 * Kind of the found records, named as in the resource's calls: `voucher`, `operator`. Each searchable resource has its
 * own kind.
 */
const Kind = Type.String();

/** Ranges of a text that match the search: `[from, to)` in UTF-16 code units. */
const MarkedRanges = Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }));

/** A found record, with texts for display. */
export const SearchHit = Type.Object({
  Kind,
  /** Id of the record. For a device: its IMEI. */
  Id: Type.String(),
  ObjectId: Type.Optional(ObjectId),
  /** Text that names the record: a number, a person's name or an IMEI. */
  Title: Type.String(),
  /** Details of the record, shown below its title. They include the matching text if the title does not show it. */
  Subtitle: Type.String(),
  TitleMarks: MarkedRanges,
  SubtitleMarks: MarkedRanges,
  /** Time of the accident, if the record is an accident. */
  At: Type.Optional(Moment),
  /** Path of the record's page in the application, if the record has one. */
  Path: Type.Optional(Type.String()),
});
export type SearchHit = Static<typeof SearchHit>;

/** Groups of found records. The group with the best match is first, and each group begins with its best match. */
export const SearchAnswer = Type.Object({
  Groups: Type.Array(Type.Object({ Kind, Items: Type.Array(SearchHit) })),
});
export type SearchAnswer = Static<typeof SearchAnswer>;
