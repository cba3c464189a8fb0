import Type from 'typebox';
import type { Static } from '../static.ts';
import { Moment, ObjectId } from './common.ts';

/** Kinds of records found; the order of equally good groups. */
const searchKinds = ['voucher', 'accident', 'client', 'operator', 'device'] as const;
export type SearchKind = (typeof searchKinds)[number];

const Kind = Type.Union(searchKinds.map(kind => Type.Literal(kind)));

/** Matching ranges of a text, as `[from, to)` in UTF-16 code units. */
const Marks = Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }));

/** A record found, in displayable form. */
export const SearchHit = Type.Object({
  Kind: Type.Unsafe<SearchKind>(Kind),
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
  Groups: Type.Array(Type.Object({ Kind: Type.Unsafe<SearchKind>(Kind), Items: Type.Array(SearchHit) })),
});
export type SearchAnswer = Static<typeof SearchAnswer>;
