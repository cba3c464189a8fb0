import { errorMessage } from '../../../src/contract/messages/index.ts';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import { exports } from '../../../src/resources/exports.ts';
import { defineTable } from '../../table/define.ts';
import { wordingOf } from '../../table/wording.ts';
import type { ExportInput } from './input.ts';

/** Exports are jobs of their kind. */
export const exportsTable = defineTable(exports, {
  from: 'job',
  // A job says how far it is.
  touched: true,
  where: "kind = 'export'",
  columns: {
    // The order whole: it is put into the reader's words.
    List: 'input::text',
    Format: "input->>'Format'",
    FileName: "input->>'FileName'",
    SizeBytes: "(result->>'SizeBytes')::bigint",
    HasFile: "(state = 'done' and result->>'Attempt' is not null)",
    Author: 'author_name',
  },
  puts: ['Filter', 'Sort'],
  looksAt: ['Error', 'List'],
  // Both are kept as what they are, so that everybody reads them in their own language.
  present: (row, { locale, entries }) => {
    const error = row.Error as JobError | null;
    row.Error = error && errorMessage(locale, error.Code, error.Values);
    const order = JSON.parse(String(row.List)) as ExportInput;
    const { List, Filter, Sort } = wordingOf(order, entries, locale) ?? order;
    Object.assign(row, { List, Filter, Sort });
  },
});
