import Type from 'typebox';
import { importMaxBytes } from '../limits.ts';
import { Done, IdParams, tableOf } from '../shapes/common.ts';
import { ImportColumns, ImportFault, ImportMatching, ImportReadAgain, TouchedRecord } from '../shapes/imports.ts';

const tag = 'Imports';
const accessTo = (verb: 'list' | 'one' | 'create' | 'remove') => ({ resource: 'imports', verb }) as const;
const importStep = { tag, access: accessTo('create'), params: IdParams, record: 'imports' } as const;
const rowsQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  grave: Type.Optional(Type.Boolean()),
});

export const importCalls = {
  'POST /api/v3/imports': {
    tag,
    title: 'Upload a file to import',
    purpose:
      'Reads the rows of a CSV (up to 24 million characters), XLSX, XLS (up to 20 MB) or ODS file (40 MB, 50,000 rows). Columns are matched with fields by Russian or English headings, or as the caller matched them last. No records are created yet. `resource` names the resource of the records; absent: the first that can be imported, which is vouchers here.',
    access: accessTo('create'),
    query: Type.Object({ resource: Type.Optional(Type.String({ maxLength: 60 })) }),
    bodyKind: 'multipart',
    // The additional 64 KiB are for the multipart form around the file.
    bodyLimitBytes: importMaxBytes + 64 * 1024,
    record: 'imports',
    status: 201,
  },
  'GET /api/v3/imports': {
    tag,
    title: 'List imports',
    purpose: 'Imports of the company of the last 90 days.',
    access: accessTo('list'),
    table: 'imports',
  },
  'GET /api/v3/imports/{id}': {
    tag,
    title: 'Read an import',
    purpose: 'One import: its progress and result.',
    access: accessTo('one'),
    params: IdParams,
    record: 'imports',
  },
  'GET /api/v3/imports/{id}/columns': {
    tag,
    title: 'Read the columns of an import',
    purpose:
      'Columns of the file, each with some of its values and the field it is matched with, and how the file was read.',
    access: accessTo('one'),
    params: IdParams,
    answer: ImportColumns,
  },
  'POST /api/v3/imports/{id}/read': {
    ...importStep,
    title: 'Read the file of an import again',
    purpose:
      'Read the file with another encoding, row of headings or sheet; options that are not given are detected from the file. The columns are matched again, and an earlier check becomes invalid.',
    body: ImportReadAgain,
  },
  'POST /api/v3/imports/{id}/check': {
    ...importStep,
    title: 'Check an import',
    purpose:
      'Dry run with these columns: every row is checked as if it were created by hand. It runs as a job; the live stream sends its progress as `job`. The matching is stored for the next file with the same headings.',
    body: ImportMatching,
  },
  'GET /api/v3/imports/{id}/faults': {
    tag,
    title: 'List the faults of an import',
    purpose: 'Faults of the last check, row by row. `grave`: only errors that prevent the import, or only warnings.',
    access: accessTo('one'),
    params: IdParams,
    query: rowsQuery,
    answer: tableOf(ImportFault),
  },
  'GET /api/v3/imports/{id}/faults/file': {
    tag,
    title: 'Fetch the faulty rows of an import',
    purpose: 'Faulty rows as they are in the file, with row number and fault, as CSV or XLSX.',
    access: accessTo('one'),
    params: IdParams,
    query: Type.Object({ format: Type.Enum(['csv', 'xlsx']) }),
    binary: true,
  },
  'POST /api/v3/imports/{id}/run': {
    ...importStep,
    title: 'Run an import',
    purpose: 'Starts a job that creates all records or none. Refused while the last check has grave faults.',
  },
  'POST /api/v3/imports/{id}/cancel': {
    ...importStep,
    title: 'Cancel the running step of an import',
    purpose: 'Stop the check, the import or its undoing. The step leaves no changes.',
  },
  'GET /api/v3/imports/{id}/touched': {
    tag,
    title: 'List obstacles to undoing an import',
    purpose: 'Records of the import that were changed or used since, 100 at most.',
    access: accessTo('one'),
    params: IdParams,
    answer: tableOf(TouchedRecord),
  },
  'POST /api/v3/imports/{id}/undo': {
    ...importStep,
    title: 'Undo an import',
    purpose: 'Remove all records that the import created. Refused if one of the records was changed or used since.',
  },
  'DELETE /api/v3/imports/{id}': {
    tag,
    title: 'Remove an unfinished import',
    purpose: 'Remove an import that was not run, with the rows of its file. Undo an import that was run instead.',
    access: accessTo('remove'),
    params: IdParams,
    query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }),
    answer: Done,
  },
} as const;
