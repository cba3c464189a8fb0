import Type from 'typebox';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

/** Subject of a page for a client: the score of a voucher, or a case. Exactly one of the two ids is given. */
export const HandoutCreate = Type.Object(
  {
    VoucherId: Type.Optional(Id),
    AccidentId: Type.Optional(Id),
  },
  { additionalProperties: false },
);

/** A page that was handed over to a client. The link itself is shown once, because only its hash is stored. */
export const Handout = Type.Object({
  Id,
  VoucherId: nullable(Id),
  AccidentId: nullable(Id),
  AuthorName: Type.String(),
  CreatedAt: Moment,
  ExpiresAt: Moment,
  WithdrawnAt: nullable(Moment),
  /** How often the link was opened, previews of messengers included. */
  OpenedCount: Type.Integer({ minimum: 0 }),
  LastOpenedAt: nullable(Moment),
});
export type Handout = Static<typeof Handout>;

export const HandoutCreated = Type.Object({ ...Handout.properties, Url: Type.String() });
export type HandoutCreated = Static<typeof HandoutCreated>;
