import Type, { type TSchema } from 'typebox';
import { type ErrorCode, errorStatus } from '../errors.ts';
import { spelledMaxLength } from '../limits.ts';
import type { Static } from '../static.ts';

/** Positive integer that identifies a record. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Time in ISO 8601, UTC, with `Z`. */
export const Moment = Type.String({ format: 'date-time', examples: ['2026-01-15T09:30:00.000Z'] });

/** Calendar date, `yyyy-mm-dd`. */
export const Day = Type.String({ format: 'date', examples: ['2026-01-15'] });

/**
 * Returns a schema that also accepts null. It uses only the keyword `type` or `enum`, because validators and
 * serialisers handle a single keyword fastest.
 */
export const nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: values, ...rest } = schema as T & { type?: string; enum?: readonly unknown[] };
  return Type.Unsafe<Static<T> | null>(
    values ? { ...rest, enum: [...values, null] } : { ...rest, type: [type, 'null'] },
  );
};

/**
 * A value of a filter of a list. The schema is no union, because each union in a response needs a compiled validator of
 * its own.
 */
export const FilterValue = Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] });

/**
 * A code or phone number as a person typed it. The normalised value, without spaces, labels and invisible characters,
 * has a limit of its own.
 */
export const TypedIdentifier = Type.String({ maxLength: spelledMaxLength });

/** Id of a monitored object: a vehicle with its device under one voucher. Opaque. */
export const ObjectId = Type.String({ minLength: 1, maxLength: 64 });

/** Entry of a drop-down list. `Id` and `Title` are texts. */
export const Option = Type.Object({ Id: Type.String(), Title: Type.String() });
export type Option = Static<typeof Option>;

/** Body of every response with status 400 and above. `Message` can be shown to users. */
export const ErrorAnswer = Type.Object({
  Message: Type.String(),
  /** Error code, for programs. */
  Code: Type.Optional(Type.Enum(Object.keys(errorStatus) as ErrorCode[])),
  Errors: Type.Optional(Type.Array(Type.Object({ Field: Type.String(), Message: Type.String() }))),
  /** Trace id, which identifies the request in the server's log. */
  TraceId: Type.String(),
  /** Account that owns the lease. Only in a response 409 to a write without the lease. */
  LockedBy: Type.Optional(Id),
  LockedByName: Type.Optional(Type.String()),
  /** Present record as stored. Only in a response 409 to a change of an older version. */
  Current: Type.Optional(Type.Unknown()),
});
export type ErrorAnswer = Static<typeof ErrorAnswer>;

/** Returns the schema of one page of a list. `Total` is the exact number of matching rows on all pages. */
export const tableOf = <T extends TSchema>(row: T) =>
  Type.Object({ Items: Type.Array(row), Total: Type.Integer({ minimum: 0 }) });

/** Query of a list in the dialect of ra-data-simple-rest. */
export const RestQuery = Type.Object({
  /** Field and direction of the sorting, as JSON: `["id","DESC"]`. */
  sort: Type.Optional(Type.String({ maxLength: 200 })),
  /** First and last row, as JSON: `[0,24]`. Both are included and count from 0. */
  range: Type.Optional(Type.String({ maxLength: 50 })),
  /** Value of each filtered field, as JSON: `{"state":"pending"}`. */
  filter: Type.Optional(Type.String({ maxLength: 2000 })),
});
export type RestQuery = Static<typeof RestQuery>;

export const IdParams = Type.Object({ id: Id });

/** Answer of calls that return no data. */
export const Done = Type.Object({ Done: Type.Literal(true) });
