import { errorMessage } from '../../../src/contract/messages/index.ts';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import { imports } from '../../../src/resources/engine/imports.ts';
import { defineTable } from '../table/define.ts';

const jobColumnSql = (column: string): string =>
  `(select job.${column} from job where job.company_id = import.company_id and job.id = import.job_id)`;
const isOpenSql = `coalesce(${jobColumnSql('state')} in ('queued', 'running'), false)`;

/**
 * While a step is running, an import has the state of the step's job. Otherwise it has the stage that it has reached.
 */
export const importsTable = defineTable(imports, {
  // Lists of imports are not cached, because expired imports are also removed without an API call.
  cache: 'none',
  columns: {
    State: `case when ${isOpenSql} then (case step when 'check' then 'checking' when 'run' then 'importing' else 'undoing' end) else stage end`,
    Rows: 'row_count',
    Done: `case when ${isOpenSql} then ${jobColumnSql('done')} end`,
    Author: 'author_name',
    Error: `case when ${jobColumnSql('state')} = 'failed' then ${jobColumnSql('error')} end`,
  },
  computed: { reads: ['Error'] },
  // The error is stored as a code, so that each reader gets it in their own language.
  present: (row, { locale }) => {
    const error = row.Error as JobError | null;
    row.Error = error && errorMessage(locale, error.Code, error.Values);
  },
});
