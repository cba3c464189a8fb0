import Type from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { browserExportRows } from '../limits.ts';
import { exportFormats, jobNoticeKinds, jobStates } from '../states.ts';
import type { Static } from '../static.ts';
import { Id, nullable } from './common.ts';

const maxColumns = 100;
const maxQueryMembers = 100;

/** What the call of a list takes. */
export const ListQuery = Type.Record(
  Type.String({ maxLength: 60 }),
  Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()]),
  { maxProperties: maxQueryMembers },
);

/** What a list shows, to be written as a file: `Query` holds what the list's call takes, page and its size aside. */
const asked = {
  /** Name of a described resource: `vouchers`. */
  Resource: Type.String({ maxLength: 60 }),
  /** Which of its lists, where the resource is split: `opened`. */
  Split: Type.Optional(Type.String({ maxLength: 60 })),
  Format: Type.Enum([...exportFormats]),
  /** Fields of the resource, in the order of the columns. */
  Columns: Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: maxColumns, uniqueItems: true }),
  Query: Type.Optional(ListQuery),
  /** IANA zone that moments are written in; absent: UTC. */
  TimeZone: Type.Optional(Type.String({ maxLength: 60 })),
};

export const ExportOrder = Type.Object(asked, { additionalProperties: false });
export type ExportOrder = Static<typeof ExportOrder>;

/** A file that the browser writes by itself. */
export const WrittenExport = Type.Object(
  { ...asked, Rows: Type.Integer({ minimum: 0, maximum: browserExportRows }) },
  { additionalProperties: false },
);

/** Why a job failed, for whoever reads it in whatever language. */
export interface JobError {
  readonly Code: ErrorCode;
  readonly Values?: Readonly<Record<string, unknown>>;
}

/** What the author is told of a job that is over: what became of it, and where that is to be seen in the cabinet. */
export const JobNotice = Type.Object({
  Kind: Type.Enum([...jobNoticeKinds]),
  Text: Type.String(),
  Path: Type.String(),
});
export type JobNotice = Static<typeof JobNotice>;

/** How far a job of the caller's is. */
export const JobNews = Type.Object({
  Id,
  /** `export`, `bulkChanges` */
  Kind: Type.String(),
  State: Type.Enum([...jobStates]),
  Done: Type.Integer(),
  /** Null: not known yet. */
  Total: nullable(Type.Integer()),
  /** At its end. */
  Notice: Type.Optional(JobNotice),
});
