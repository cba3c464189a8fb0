import Type, { type Static } from 'typebox';
import { Moment, ObjectId } from './common.ts';

/** What can be found, in the order in which equally good groups are shown. */
const searchKinds = ['voucher', 'accident', 'client', 'operator', 'device'] as const;
export type SearchKind = (typeof searchKinds)[number];

const Kind = Type.Union(searchKinds.map(kind => Type.Literal(kind)));

/** Stretches of a text that made it a hit, as `[from, to)` in UTF-16 code units. */
const Marks = Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }));

/** One record that was found, fit to be shown as it is. */
export const SearchHit = Type.Object({
  Kind: Type.Unsafe<SearchKind>(Kind),
  /** Id of the record; of a device its IMEI. */
  Id: Type.String(),
  ObjectId: Type.Optional(ObjectId),
  /** What the record is called: number, name or IMEI. */
  Title: Type.String(),
  /** What else tells it apart, with what was found by where neither shows it. */
  Subtitle: Type.String(),
  TitleMarks: Marks,
  SubtitleMarks: Marks,
  /** Of an accident: when it happened. */
  At: Type.Optional(Moment),
  /** Public address of its page in the cabinet, where it has one. */
  Path: Type.Optional(Type.String()),
});
export type SearchHit = Static<typeof SearchHit>;

/** Groups with a hit in them, best first; in each the best hits first. */
export const SearchAnswer = Type.Object({
  Groups: Type.Array(Type.Object({ Kind: Type.Unsafe<SearchKind>(Kind), Items: Type.Array(SearchHit) })),
});
export type SearchAnswer = Static<typeof SearchAnswer>;
