import { errorMessage } from '../../../src/contract/messages/index.ts';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import { exports } from '../../../src/resources/exports.ts';
import { defineTable } from '../../table/define.ts';

/** Exports are jobs of their kind. */
export const exportsTable = defineTable(exports, {
  from: 'job',
  // A job says how far it is.
  touched: true,
  where: "kind = 'export'",
  columns: {
    List: "input->>'List'",
    Filter: "input->>'Filter'",
    Sort: "input->>'Sort'",
    Format: "input->>'Format'",
    FileName: "input->>'FileName'",
    SizeBytes: "(result->>'SizeBytes')::bigint",
    HasFile: "(state = 'done' and result->>'Attempt' is not null)",
    Author: 'author_name',
  },
  looksAt: ['Error'],
  // Kept as a code, so that everybody reads it in their own language.
  present: (row, { locale }) => {
    const error = row.Error as JobError | null;
    row.Error = error && errorMessage(locale, error.Code, error.Values);
  },
});
