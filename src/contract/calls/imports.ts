import Type from 'typebox';
import { importMaxBytes } from '../limits.ts';
import { Done, IdParams, tableOf } from '../shapes/common.ts';
import { ImportColumns, ImportFault, ImportMatching, ImportReadAgain, TouchedRecord } from '../shapes/imports.ts';

const tag = 'Imports';
const by = (verb: 'list' | 'one' | 'create' | 'remove') => ({ resource: 'imports', verb }) as const;
const step = { tag, access: by('create'), params: IdParams, record: 'imports' } as const;
const page = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  grave: Type.Optional(Type.Boolean()),
});

export const importCalls = {
  'POST /api/v3/imports': {
    tag,
    title: 'Upload a file of vouchers',
    purpose:
      'Take the rows of a CSV, XLSX, XLS (up to 20 MB) or ODS file (40 MB, 50,000 rows): its columns are matched with fields by their headings, in Russian or English, or as the caller matched them last. Nothing is written yet.',
    access: by('create'),
    bodyKind: 'multipart',
    // 64 KiB for the multipart form around the file.
    bodyLimitBytes: importMaxBytes + 64 * 1024,
    record: 'imports',
    status: 201,
  },
  'GET /api/v3/imports': {
    tag,
    title: 'List imports',
    purpose: 'Imports of the company of the last 90 days.',
    access: by('list'),
    table: 'imports',
  },
  'GET /api/v3/imports/{id}': {
    tag,
    title: 'Read an import',
    purpose: 'One import: how far it is and what came of it.',
    access: by('one'),
    params: IdParams,
    record: 'imports',
  },
  'GET /api/v3/imports/{id}/columns': {
    tag,
    title: 'Read the columns of an import',
    purpose:
      'Columns of the file, each with some of its values and the field it is matched with, and how the file was read.',
    access: by('one'),
    params: IdParams,
    answer: ImportColumns,
  },
  'POST /api/v3/imports/{id}/read': {
    ...step,
    title: 'Read the file of an import again',
    purpose:
      'Read the file with another encoding, row of headings or sheet; what is not named is found out from the file. Its columns are matched anew, and an earlier check no longer counts.',
    body: ImportReadAgain,
  },
  'POST /api/v3/imports/{id}/check': {
    ...step,
    title: 'Check an import',
    purpose:
      'Dry run with these columns: every row is checked as if it were created by hand. A job does it, whose progress comes as `job`; the matching is kept for the next file with the same headings.',
    body: ImportMatching,
  },
  'GET /api/v3/imports/{id}/faults': {
    tag,
    title: 'List the faults of an import',
    purpose: 'What the last check found, row by row; `grave`: only what stands in the way, or only the rest.',
    access: by('one'),
    params: IdParams,
    query: page,
    answer: tableOf(ImportFault),
  },
  'GET /api/v3/imports/{id}/faults/file': {
    tag,
    title: 'Fetch the faulty rows of an import',
    purpose: 'Rows with faults as they stand in the file, each with its number and what is wrong, as CSV or XLSX.',
    access: by('one'),
    params: IdParams,
    query: Type.Object({ format: Type.Enum(['csv', 'xlsx']) }),
    binary: true,
  },
  'POST /api/v3/imports/{id}/run': {
    ...step,
    title: 'Run an import',
    purpose: 'Create all of its records, or none. A job does it; refused while the last check has grave faults.',
  },
  'POST /api/v3/imports/{id}/cancel': {
    ...step,
    title: 'Cancel what an import is at',
    purpose: 'Stop the check, the import or its undoing; nothing of it is left behind.',
  },
  'GET /api/v3/imports/{id}/touched': {
    tag,
    title: 'What keeps an import from being undone',
    purpose: 'Records of the import that somebody has worked with since; the first 100 of them.',
    access: by('one'),
    params: IdParams,
    answer: tableOf(TouchedRecord),
  },
  'POST /api/v3/imports/{id}/undo': {
    ...step,
    title: 'Undo an import',
    purpose: 'Remove all that it created. Refused if anybody has worked with one of its records since.',
  },
  'DELETE /api/v3/imports/{id}': {
    tag,
    title: 'Remove an unfinished import',
    purpose: 'Remove an import that was not run, with the rows of its file. What was run is undone instead.',
    access: by('remove'),
    params: IdParams,
    query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }),
    answer: Done,
  },
} as const;
