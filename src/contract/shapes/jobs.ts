import Type from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { browserExportMaxRows, exportRowsMax } from '../limits.ts';
import { exportFormats, jobNoticeKinds, jobStates } from '../states.ts';
import type { Static } from '../static.ts';
import { Id, nullable } from './common.ts';

const maxColumns = 100;
const maxQueryMembers = 100;

/** Query parameters of an API call that returns a list. */
export const ListQuery = Type.Record(
  Type.String({ maxLength: 60 }),
  Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()]),
  { maxProperties: maxQueryMembers },
);

/** Request for an export. `Query` holds the query parameters of the list without page and page size. */
const exportProperties = {
  /** Name of a resource with a description, for example `vouchers`. */
  Resource: Type.String({ maxLength: 60 }),
  /**
   * One of the lists of a resource that divides its records into several lists. Example: the bucket `opened` of
   * accidents.
   */
  Split: Type.Optional(Type.String({ maxLength: 60 })),
  Format: Type.Enum([...exportFormats]),
  /** Names of the exported fields, in the order of the columns. */
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

/** Report about a table of a page that the browser wrote as a file. Texts are in the language of the request. */
export const TableExport = Type.Object(
  {
    /** Beginning of the file's name, for example `trips`. */
    Name: Type.String({ pattern: '^[a-z0-9-]{1,60}$' }),
    /** Heading of the table. */
    List: Type.String({ minLength: 1, maxLength: 300 }),
    /** Subject of the rows, such as a voucher and a period. */
    Filter: Type.String({ maxLength: 1000 }),
    Format: exportProperties.Format,
    /** Headings of the columns. */
    Columns: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: maxColumns }),
    Rows: Type.Integer({ minimum: 0, maximum: exportRowsMax.xlsx }),
    TimeZone: exportProperties.TimeZone,
  },
  { additionalProperties: false },
);

/** Error of a failed job as a code with values. Each reader gets its text in the reader's own language. */
export interface JobError {
  readonly Code: ErrorCode;
  readonly Values?: Readonly<Record<string, unknown>>;
}

/**
 * Notification of a job's author that the job has ended: result as text, and path of the page that shows the result.
 */
export const JobNotice = Type.Object({
  Kind: Type.Enum([...jobNoticeKinds]),
  Text: Type.String(),
  Path: Type.String(),
});
export type JobNotice = Static<typeof JobNotice>;

/** Event: progress of one of the caller's jobs. */
export const JobEvent = Type.Object({
  Id,
  /** Kind of job, for example `export` or `bulkChanges`. */
  Kind: Type.String(),
  State: Type.Enum([...jobStates]),
  Done: Type.Integer(),
  /** Number of all steps of the job. Null: not known yet. */
  Total: nullable(Type.Integer()),
  /** Notification that the job has ended. Absent while the job waits or runs. */
  Notice: Type.Optional(JobNotice),
});
