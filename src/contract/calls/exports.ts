import Type from 'typebox';
import { Done, IdParams } from '../shapes/common.ts';
import { ExportOrder, WrittenExport } from '../shapes/jobs.ts';

const tag = 'Exports';

export const exportCalls = {
  'POST /api/v3/exports': {
    tag,
    title: 'Export a list',
    purpose:
      'Begin to write a list as a file, in the language of the request. Its progress comes as `job` through the live stream; the file is kept for seven days.',
    access: { resource: 'exports', verb: 'create' },
    body: ExportOrder,
    record: 'exports',
    status: 201,
  },
  'POST /api/v3/exports/written': {
    tag,
    title: 'Note an export made elsewhere',
    purpose:
      'Note in the history that a program writes a list as a file by itself; answers what the file is to say of itself.',
    access: { resource: 'exports', verb: 'create' },
    body: WrittenExport,
    record: 'exports',
    status: 201,
  },
  'POST /api/v3/exports/{id}/again': {
    tag,
    title: 'Export a list again',
    purpose:
      'Begin to write the list of an earlier export as it is now: the same rows asked for, columns and format, for whoever asks and in their language.',
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
    purpose: 'One export: how far it is, what is in it, when it goes.',
    access: { resource: 'exports', verb: 'one' },
    params: IdParams,
    record: 'exports',
  },
  'GET /api/v3/exports/{id}/file': {
    tag,
    title: 'Fetch the file of an export',
    purpose: 'The file, once it is done: for its author and for a MANAGER.',
    access: { resource: 'exports', verb: 'one' },
    params: IdParams,
    binary: true,
  },
  'DELETE /api/v3/exports/{id}': {
    tag,
    title: 'Cancel or remove an export',
    purpose: 'Cancel an export that is under way; of one that is over, remove the file.',
    access: { resource: 'exports', verb: 'remove' },
    params: IdParams,
    query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }),
    answer: Done,
  },
} as const;
