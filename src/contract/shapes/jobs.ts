import Type from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { browserExportMaxRows } from '../limits.ts';
import { exportFormats, jobNoticeKinds, jobStates } from '../states.ts';
import type { Static } from '../static.ts';
import { Id, nullable } from './common.ts';

const maxColumns = 100;
const maxQueryMembers = 100;

/** Query parameters of a list call. */
export const ListQuery = Type.Record(
  Type.String({ maxLength: 60 }),
  Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()]),
  { maxProperties: maxQueryMembers },
);

/** Order of an export. `Query` holds the query parameters of the list without page and page size. */
const exportProperties = {
  /** Name of a described resource, for example `vouchers`. */
  Resource: Type.String({ maxLength: 60 }),
  /** List of a split resource, which has several lists for its records. Example: the bucket `opened` of accidents. */
  Split: Type.Optional(Type.String({ maxLength: 60 })),
  Format: Type.Enum([...exportFormats]),
  /** Names of fields, in the order of the columns. */
  Columns: Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: maxColumns, uniqueItems: true }),
  Query: Type.Optional(ListQuery),
  /** IANA time zone of the times in the file. Absent: UTC. */
  TimeZone: Type.Optional(Type.String({ maxLength: 60 })),
};

export const ExportOrder = Type.Object(exportProperties, { additionalProperties: false });
export type ExportOrder = Static<typeof ExportOrder>;

/** Report about an export whose file the browser wrote without the server. */
export const BrowserExport = Type.Object(
  { ...exportProperties, Rows: Type.Integer({ minimum: 0, maximum: browserExportMaxRows }) },
  { additionalProperties: false },
);

/** Error of a failed job, independent of the reader's language. */
export interface JobError {
  readonly Code: ErrorCode;
  readonly Values?: Readonly<Record<string, unknown>>;
}

/** Notification of the author that a job has ended: the result as text, and the path of its page in the cabinet. */
export const JobNotice = Type.Object({
  Kind: Type.Enum([...jobNoticeKinds]),
  Text: Type.String(),
  Path: Type.String(),
});
export type JobNotice = Static<typeof JobNotice>;

/** Progress of one of the caller's jobs. */
export const JobEvent = Type.Object({
  Id,
  /** Kind of job, for example `export` or `bulkChanges`. */
  Kind: Type.String(),
  State: Type.Enum([...jobStates]),
  Done: Type.Integer(),
  /** Number of steps. Null: not known yet. */
  Total: nullable(Type.Integer()),
  /** Present when the job has ended. */
  Notice: Type.Optional(JobNotice),
});
