import { type Locale, messages } from '../../../src/contract/messages/index.ts';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import { bulkChanges } from '../../../src/resources/bulkChanges.ts';
import { actionNamed, type Resource } from '../../../src/resources/define.ts';
import { filterParameters } from '../../../src/resources/filters.ts';
import { resourceNamed } from '../../resources.ts';
import { defineTable, type Fill, type Query } from '../../table/define.ts';
import { wordingOf } from '../../table/wording.ts';
import { type Counts, figuresOf } from './figures.ts';
import { reasonText } from './reasons.ts';

/** The last of its jobs says where it is. */
const ofJob = (job: string, what: string): string =>
  `(select ${what} from job where job.company_id = bulk_change.company_id and job.id = ${job})`;
const current = 'coalesce(undo_job, run_job, check_job)';
const finishedAt = ofJob('run_job', 'finished_at');
/** Undoing that failed or was stopped can be gone on with, counted from its own end. */
const canBeBegun = `(undo_job is null or ${ofJob('undo_job', 'state')} in ('failed', 'cancelled'))`;
const undoneFrom = `coalesce(${ofJob('undo_job', 'finished_at')}, ${finishedAt})`;

/** A list as its readers call it. */
export const listTitle = (resource: Resource, split: unknown, locale: Locale): string => {
  const splits: Readonly<Record<string, string>> = messages[locale].statuses;
  return splits[String(split)] ?? resource.label[locale].title;
};

interface AskedFilter {
  readonly Said: string;
  readonly Locale: Locale;
  readonly Query: Query;
}

/** Whether a filter names records, whose titles were looked up when it was said. */
const namesRecords = (resource: Resource, query: Query): boolean =>
  filterParameters(resource).some(({ name, field }) => resource.fields[field]?.to && query[name] !== undefined);

/** Filters in the words of whoever reads, who may have another language than whoever asked. */
const fill: Fill = async (read, companyId, rows, { locale, entries }) => {
  let zone: string | undefined;
  for (const row of rows) {
    const { Said, Locale: said, Query: asked } = JSON.parse(String(row.Filter)) as AskedFilter;
    row.Filter = Said;
    const resource = resourceNamed(String(row.ResourceName));
    if (said === locale || namesRecords(resource, asked)) continue;
    zone ??= (
      await read<{ zone: string }>({ text: 'select time_zone as zone from company where id = $1', values: [companyId] })
    )[0]?.zone;
    const order = { Resource: resource.name, Query: asked as Readonly<Record<string, string>>, TimeZone: zone };
    row.Filter = wordingOf(order, entries, locale)?.Filter ?? Said;
  }
};

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
    Filter: "json_build_object('Said', filter, 'Locale', locale, 'Query', query)::text",
    // The records of each state, counted once; the other figures follow from these.
    Matching: `(select jsonb_object_agg(state, count) from (select item.state, count(*) from bulk_item item
      where item.company_id = bulk_change.company_id and item.bulk_id = bulk_change.id group by item.state) counted)`,
    Phase: `case when undo_job is not null then 'undo' when run_job is not null then 'run' else 'check' end`,
    JobId: current,
    Done: ofJob(current, 'done'),
    Total: ofJob(current, 'total'),
    Author: 'author_name',
    FinishedAt: finishedAt,
    UndoUntil: `(case when ${canBeBegun} and exists (select 1 from bulk_item item where item.company_id = bulk_change.company_id
        and item.bulk_id = bulk_change.id and item.state = 'done') then ${undoneFrom} + make_interval(mins => undo_minutes) end)`,
    Error: ofJob(current, 'error'),
  },
  puts: ['What', 'Possible', 'Changed', 'Refused', 'Undone', 'Left'],
  looksAt: ['ResourceName', 'ActionName', 'SplitName', 'Error', 'Matching', 'Filter'],
  fill,
  present: (row, { locale }) => {
    const resource = resourceNamed(String(row.ResourceName));
    row.What = actionNamed(resource, String(row.ActionName)).label[locale];
    row.List = listTitle(resource, row.SplitName, locale);
    Object.assign(row, figuresOf((row.Matching ?? {}) as Counts));
    row.Error = row.Error ? reasonText(row.Error as JobError, locale) : null;
  },
});
