import { type Locale, messages } from '../../../src/contract/messages/index.ts';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import { bulkChanges } from '../../../src/resources/engine/bulkChanges.ts';
import { actionByName, type Resource } from '../../../src/schema/define.ts';
import { filterParameters } from '../../../src/schema/filters.ts';
import { defineTable, type Fill, type Query } from '../table/define.ts';
import { listWording } from '../table/wording.ts';
import { type Counts, figuresOf } from './figures.ts';
import { reasonText } from './reasons.ts';

const latestJobSql = 'coalesce(undo_job, run_job, check_job)';
const phaseSql = `case when undo_job is not null then 'undo' when run_job is not null then 'run' else 'check' end`;
const stateSql = `case when job.state in ('cancelled', 'failed') then job.state
  when job.state = 'done' then case when undo_job is not null then 'undone' when run_job is not null then 'done' else 'ready' end
  when job.state is not null then case when undo_job is not null then 'undoing' when run_job is not null then 'running' else 'checking' end end`;

/** Returns the title of a list as its page shows it: the name of the bucket, or else of the resource. */
export const listTitle = (resource: Resource, split: unknown, locale: Locale): string => {
  const splits: Readonly<Record<string, string>> = messages[locale].statuses;
  return splits[String(split)] ?? resource.label[locale].title;
};

interface StoredFilter {
  readonly Said: string;
  readonly Locale: Locale;
  readonly Query: Query;
}

/**
 * Whether a filter names records by id. Then the filter's text is not written again in another language. The stored
 * text is used, because it has the titles of the records.
 */
const refersToRecords = (resource: Resource, query: Query): boolean =>
  filterParameters(resource).some(
    ({ name, field }) => resource.fields[field]?.targetResource && query[name] !== undefined,
  );

const fillFilters: Fill = async (read, companyId, rows, { locale, entries, registry }) => {
  let zone: string | undefined;
  for (const row of rows) {
    const { Said, Locale: storedLocale, Query: query } = JSON.parse(String(row.Filter)) as StoredFilter;
    row.Filter = Said;
    const resource = registry.resource(String(row.ResourceName));
    if (storedLocale === locale || refersToRecords(resource, query)) continue;
    zone ??= (
      await read<{ zone: string }>({ text: 'select time_zone as zone from company where id = $1', values: [companyId] })
    )[0]?.zone;
    const order = { Resource: resource.name, Query: query as Readonly<Record<string, string>>, TimeZone: zone };
    row.Filter = listWording(registry, order, entries, locale)?.Filter ?? Said;
  }
};

/**
 * Adds the progress of the jobs and the number of records by state, all from one query. The other figures are computed
 * from these.
 * The query has its own conditions on company and id. If it were joined to the rows of the list, it would reach all
 * nodes of a database cluster.
 */
const fillProgress: Fill = async (read, companyId, rows) => {
  const progressRows = await read<{ Id: number }>({
    // A failed or cancelled undo can be continued. The time limit for this counts from the end of that undo.
    text: `select bulk_change.id as "Id", ${phaseSql} as "Phase", ${latestJobSql} as "JobId", ${stateSql} as "State", job.done as "Done", job.total as "Total", job.error as "Error",
      run.finished_at as "FinishedAt", by_state as "Matching",
      case when by_state ? 'done' and (undo_job is null or undo.state in ('failed', 'cancelled'))
        then coalesce(undo.finished_at, run.finished_at) + make_interval(mins => undo_minutes) end as "UndoUntil"
      from bulk_change
      left join job on job.company_id = bulk_change.company_id and job.id = ${latestJobSql}
      left join job run on run.company_id = bulk_change.company_id and run.id = run_job
      left join job undo on undo.company_id = bulk_change.company_id and undo.id = undo_job
      left join (select company_id, bulk_id, jsonb_object_agg(state, count) as by_state
        from (select company_id, bulk_id, state, count(*) from bulk_item
          where company_id = $1 and bulk_id = any($2::bigint[]) group by company_id, bulk_id, state) each
        group by company_id, bulk_id) counted on counted.company_id = bulk_change.company_id and bulk_id = bulk_change.id
      where bulk_change.company_id = $1 and bulk_change.id = any($2::bigint[])`,
    values: [companyId, rows.map(({ Id }) => Id)],
  });
  const byId = new Map(progressRows.map(progress => [progress.Id, progress]));
  for (const row of rows) Object.assign(row, byId.get(row.Id as number));
};

export const bulkChangesTable = defineTable(bulkChanges, {
  // Not cached, because jobs start and return to the queue without raising the company's change number (db/change.ts).
  cache: 'none',
  columns: {
    ResourceName: 'resource',
    ActionName: 'action',
    SplitName: 'split',
    State: `(select ${stateSql} from job where job.company_id = bulk_change.company_id and job.id = ${latestJobSql})`,
    Filter: "json_build_object('Said', filter, 'Locale', locale, 'Query', query)::text",
    Author: 'author_name',
  },
  computed: {
    names: [
      'What',
      'Phase',
      'JobId',
      'State',
      'Matching',
      'Possible',
      'Changed',
      'Refused',
      'Undone',
      'Left',
      'Done',
      'Total',
      'FinishedAt',
      'UndoUntil',
      'Error',
    ],
    rows: async (...args) => {
      await fillProgress(...args);
      await fillFilters(...args);
    },
  },
  present: (row, { locale, registry }) => {
    const resource = registry.resource(String(row.ResourceName));
    row.What = actionByName(resource, String(row.ActionName)).label[locale];
    row.List = listTitle(resource, row.SplitName, locale);
    Object.assign(row, figuresOf((row.Matching ?? {}) as Counts));
    row.Error = row.Error ? reasonText(row.Error as JobError, locale) : null;
  },
});
