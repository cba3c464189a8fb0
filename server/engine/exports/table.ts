import { errorMessage } from '../../../src/contract/messages/index.ts';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import { exports } from '../../../src/resources/engine/exports.ts';
import { defineTable } from '../table/define.ts';
import { listWording } from '../table/wording.ts';
import type { ExportInput } from './input.ts';

export const exportsTable = defineTable(exports, {
  source: 'job',
  // Only the total is cached, because jobs start and return to the queue without raising the company's change number
  // (db/change.ts).
  cache: 'total',
  visible: "kind in ('export', 'scheduledExport')",
  columns: {
    // `Input` is the whole input of the export's job. `present` makes the texts of list, filters and sort order from
    // it.
    List: 'input::text',
    Format: "input->>'Format'",
    FileName: "input->>'FileName'",
    SizeBytes: "(result->>'SizeBytes')::bigint",
    HasFile: "(state = 'done' and result->>'Attempt' is not null)",
    Author: 'author_name',
  },
  computed: { names: ['Filter', 'Sort'], reads: ['Error', 'List'] },
  // Error and order are stored as data, not as text. So each reader gets them in their own language.
  present: (row, { locale, entries, registry }) => {
    const error = row.Error as JobError | null;
    row.Error = error && errorMessage(locale, error.Code, error.Values);
    const order = JSON.parse(String(row.List)) as ExportInput;
    const { List, Filter, Sort } = listWording(registry, order, entries, locale) ?? order;
    Object.assign(row, { List, Filter, Sort });
  },
});
