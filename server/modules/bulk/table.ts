import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import { bulkChanges } from '../../../src/resources/bulkChanges.ts';
import { actionNamed } from '../../../src/resources/define.ts';
import { resourceNamed } from '../../resources.ts';
import { defineTable } from '../../table/define.ts';
import { reasonText } from './reasons.ts';

/** The last of its jobs says where it is. */
const ofJob = (job: string, what: string): string =>
  `(select ${what} from job where job.company_id = bulk_change.company_id and job.id = ${job})`;
const current = 'coalesce(undo_job, run_job, check_job)';
const countOf = (...states: string[]): string =>
  `(select count(*) from bulk_item item where item.company_id = bulk_change.company_id and item.bulk_id = bulk_change.id
    and item.state in (${states.map(state => `'${state}'`).join(', ')}))`;
const finishedAt = ofJob('run_job', 'finished_at');

export const bulkChangesTable = defineTable(bulkChanges, {
  // Its jobs say how far they are.
  touched: true,
  counted: true,
  columns: {
    ResourceName: 'resource',
    ActionName: 'action',
    SplitName: 'split',
    State: `(select case when job.state in ('cancelled', 'failed') then job.state
        when job.state = 'done' then case when undo_job is not null then 'undone' when run_job is not null then 'done' else 'ready' end
        else case when undo_job is not null then 'undoing' when run_job is not null then 'running' else 'checking' end end
      from job where job.company_id = bulk_change.company_id and job.id = ${current})`,
    Matching: countOf('waiting', 'can', 'cannot', 'done', 'refused', 'undone', 'left'),
    Possible: countOf('can', 'done', 'refused', 'undone', 'left'),
    Changed: countOf('done', 'undone', 'left'),
    Refused: countOf('cannot', 'refused'),
    Undone: countOf('undone'),
    Left: countOf('left'),
    Done: ofJob(current, 'done'),
    Total: ofJob(current, 'total'),
    Author: 'author_name',
    FinishedAt: finishedAt,
    UndoUntil: `(case when undo_job is null and exists (select 1 from bulk_item item where item.company_id = bulk_change.company_id
        and item.bulk_id = bulk_change.id and item.state = 'done') then ${finishedAt} + make_interval(mins => undo_minutes) end)`,
    Error: ofJob(current, 'error'),
  },
  puts: ['What'],
  looksAt: ['ResourceName', 'ActionName', 'Error'],
  present: (row, { locale }) => {
    row.What = actionNamed(resourceNamed(String(row.ResourceName)), String(row.ActionName)).label[locale];
    row.Error = row.Error ? reasonText(row.Error as JobError, locale) : null;
  },
});
