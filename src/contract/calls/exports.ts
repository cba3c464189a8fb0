import Type from 'typebox';
import { Done, IdParams } from '../shapes/common.ts';
import { BrowserExport, ExportOrder, TableExport } from '../shapes/jobs.ts';

const tag = 'Exports';

export const exportCalls = {
  'POST /api/v3/exports': {
    tag,
    title: 'Export a list',
    purpose:
      'Starts a job that writes a list as a file in the language of the request. The live stream sends its progress as `job`. The file is kept for seven days.',
    access: { resource: 'exports', verb: 'create' },
    body: ExportOrder,
    record: 'exports',
    status: 201,
  },
  'POST /api/v3/exports/written': {
    tag,
    title: 'Record an export by a program',
    purpose:
      'Records in the history that a program writes a list as a file by itself. Returns the texts about the file for its header.',
    access: { resource: 'exports', verb: 'create' },
    body: BrowserExport,
    record: 'exports',
    status: 201,
  },
  'POST /api/v3/exports/table': {
    tag,
    title: 'Record an export of a table',
    purpose:
      'Records in the history that the browser writes a table of a page as a file, such as trips or samples. Returns author, time and name of the file.',
    access: { resource: 'exports', verb: 'create' },
    body: TableExport,
    record: 'exports',
    status: 201,
  },
  'POST /api/v3/exports/{id}/again': {
    tag,
    title: 'Export a list again',
    purpose:
      'Starts a new export with the query, columns and format of an earlier export. It has the present data, for the caller and in the caller’s language.',
    access: { resource: 'exports', verb: 'create' },
    params: IdParams,
    record: 'exports',
    status: 201,
  },
  'GET /api/v3/exports': {
    tag,
    title: 'List exports',
    purpose: "The caller's exports; a MANAGER sees those of the company.",
    access: { resource: 'exports', verb: 'list' },
    table: 'exports',
  },
  'GET /api/v3/exports/{id}': {
    tag,
    title: 'Read an export',
    purpose: 'One export: its progress, contents and expiry.',
    access: { resource: 'exports', verb: 'one' },
    params: IdParams,
    record: 'exports',
  },
  'GET /api/v3/exports/{id}/file': {
    tag,
    title: 'Fetch the file of an export',
    purpose: 'The finished file, for its author and for a MANAGER.',
    access: { resource: 'exports', verb: 'one' },
    params: IdParams,
    binary: true,
  },
  'DELETE /api/v3/exports/{id}': {
    tag,
    title: 'Cancel or remove an export',
    purpose: 'Cancel a running export, or remove the file of a finished export.',
    access: { resource: 'exports', verb: 'remove' },
    params: IdParams,
    query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }),
    answer: Done,
  },
} as const;
