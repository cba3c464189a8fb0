import { hasAnyRole, rights } from '../../../src/contract/access.ts';
import { exportRetentionDays } from '../../../src/contract/limits.ts';
import { errorMessage, type Locale } from '../../../src/contract/messages/index.ts';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import { dayMs, minuteMs } from '../../../src/schema/kinds/time.ts';
import { wallClock } from '../../../src/schema/kinds/zone.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import { nextRunAt } from '../../domain/nextRun.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { ExportInput } from '../../engine/exports/input.ts';
import { fileName, readOrder } from '../../engine/exports/order.ts';
import { auditExport, scheduledExportKind, writeExportFile } from '../../engine/exports/service.ts';
import { readAuthorNow } from '../../engine/jobs/author.ts';
import { defineJob, type JobKind, type JobOutcome, type RunningJob } from '../../engine/jobs/define.ts';
import { forEachCompany } from '../../engine/jobs/eachCompany.ts';
import { startJob } from '../../engine/jobs/service.ts';
import { notifyOfJob } from '../../engine/notifications/service.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { queueScheduleLetter } from './letter.ts';
import {
  auditEntity,
  keyOf,
  lockScheduleOfExport,
  readNames,
  readRecipients,
  rolesOfSchedule,
  runTimesOf,
  type ScheduleRow,
  selectSchedule,
  updateSchedule,
} from './repository.ts';
import { readWeeklySummary, SummaryInput, weeklySummaryKind } from './weeklySummary.ts';

/** Delay of a run after an unexpected failure, and the number of such runs between two regular ones. */
const retryAfterMs = 15 * minuteMs;
const retriesMax = 3;

/** Errors that another run would meet again. */
const lastingErrors: readonly string[] = [
  'SCHEDULE_OWNER_GONE',
  'SCHEDULE_OWNER_RIGHTS',
  'EXPORT_TOO_LARGE',
  'INVALID',
];

/** Reads the owner of a schedule with their present rights. Throws if they are gone or may send nothing any more. */
const readOwner = async (context: Context, job: RunningJob) => {
  const values = { name: job.authorName };
  const owner = await readAuthorNow(context, job).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError('SCHEDULE_OWNER_GONE', { values });
  });
  const ownerRights = new DomainError('SCHEDULE_OWNER_RIGHTS', { values });
  if (!hasAnyRole(owner.roles, rights.schedules)) throw ownerRights;
  return { owner, ownerRights };
};

/** Counts a weekly summary with the owner's present rights, and queues a letter for each recipient. */
export const weeklySummaryJob: JobKind<typeof SummaryInput> = defineJob<typeof SummaryInput>({
  kind: weeklySummaryKind,
  input: SummaryInput,
  run: async (context, _input, controls) => {
    const { owner, ownerRights } = await readOwner(context, controls.job);
    if (!hasAnyRole(owner.roles, rights.controlRoom)) throw ownerRights;
    const summary = await readWeeklySummary(context, owner);
    return async tx => {
      await queueLetters(context, tx, controls.job, null);
      return summary;
    };
  },
  notifyAuthor: (tx, job, { Name, Locale }, ending) => notifyOfFailure(tx, job, { name: Name, locale: Locale }, ending),
});

/** Writes the file of a scheduled export with the owner's present rights, and queues a letter for each recipient. */
export const scheduledExportJob = (dictionaries: Dictionaries): JobKind<typeof ExportInput> =>
  defineJob<typeof ExportInput>({
    kind: scheduledExportKind,
    input: ExportInput,
    run: async (context, input, controls) => {
      const { owner, ownerRights } = await readOwner(context, controls.job);
      const { Resource, Split, Format, Columns, Query, TimeZone, Locale: locale, FileName } = input;
      const order = {
        Resource,
        Format,
        Columns,
        ...(Split && { Split }),
        ...(Query && { Query }),
        ...(TimeZone && { TimeZone }),
      };
      const described = await readOrder(context, dictionaries, order, { caller: owner, locale }).catch(
        (error: unknown) => {
          throw error instanceof DomainError && error.code === 'FORBIDDEN' ? ownerRights : error;
        },
      );
      const file = await writeExportFile(context, { ...described, FileName }, controls, owner);
      return async tx => {
        await auditExport(tx, controls.job.id, described, file.Rows);
        await queueLetters(context, tx, controls.job, file.Rows);
        return { ...file, List: described.List, Filter: described.Filter };
      };
    },
    notifyAuthor: (tx, job, { FileName, Locale }, ending) =>
      notifyOfFailure(tx, job, { name: FileName, locale: Locale }, ending),
  });

/** Records a failed run and notifies the owner. A run that succeeded needs no notification, because letters go out. */
const notifyOfFailure = async (
  tx: Tx,
  job: RunningJob,
  { name, locale }: { readonly name: string; readonly locale: Locale },
  { outcome, at }: { readonly outcome: JobOutcome; readonly at: Date },
) => {
  if ('result' in outcome) return undefined;
  const { Code, Values } = outcome.error;
  await recordFailure(tx, job, outcome.error);
  const Text = `${name}: ${errorMessage(locale, Code, Values)}`;
  return notifyOfJob(tx, job, { Kind: 'exportFailed', Text, Path: '/cabinet/exports/' }, at);
};

const queueLetters = async (
  { registry }: Context,
  tx: Tx,
  { id, companyId }: { readonly id: number; readonly companyId: number },
  rows: number | null,
): Promise<void> => {
  const schedule = await lockScheduleOfExport(tx, { companyId, id });
  // The schedule was deleted while its file was written.
  if (!schedule) return;
  const { recipient_ids: wantedIds } = schedule;
  const recipients = await readRecipients(tx.db, companyId, rolesOfSchedule(registry, schedule), wantedIds);
  const ids = recipients.map(recipient => recipient.id);
  const missingIds = wantedIds.filter(wantedId => !ids.includes(wantedId));
  const error: JobError | null =
    missingIds.length > 0 ? { Code: 'RECIPIENTS_GONE', Values: { names: await readNames(tx.db, missingIds) } } : null;
  await updateSchedule(tx, keyOf(schedule), {
    last_state: ids.length > 0 ? 'sending' : 'failed',
    last_rows: rows,
    failed_runs: 0,
    unsent_ids: ids,
    error,
  });
  for (const accountId of ids) await queueScheduleLetter(tx, { companyId, exportId: id, accountId });
};

const recordFailure = async (
  tx: Tx,
  { id, companyId }: { readonly id: number; readonly companyId: number },
  error: JobError,
): Promise<void> => {
  const schedule = await lockScheduleOfExport(tx, { companyId, id });
  if (!schedule) return;
  const retries = !lastingErrors.includes(error.Code) && schedule.failed_runs < retriesMax;
  await updateSchedule(tx, keyOf(schedule), {
    last_state: 'failed',
    error,
    failed_runs: retries ? schedule.failed_runs + 1 : 0,
    retry_at: retries && schedule.next_run_at !== null ? new Date(tx.at.getTime() + retryAfterMs) : null,
  });
  await tx.audit({
    entity: auditEntity,
    entityId: schedule.id,
    action: 'scheduleFailed',
    changes: [{ field: 'Error', before: null, after: errorMessage(schedule.locale, error.Code, error.Values) }],
  });
};

export const isWriting = async (
  { db }: Tx,
  { company_id, last_state, last_export_id }: ScheduleRow,
): Promise<boolean> => {
  if (last_state !== 'writing' || last_export_id === null) return false;
  const job = await db
    .selectFrom('job')
    .select('id')
    .where('company_id', '=', company_id)
    .where('id', '=', last_export_id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return job !== undefined;
};

/** Starts a run of a locked schedule: queues the job that writes its file or counts its summary. */
export const startRun = async (tx: Tx, schedule: ScheduleRow): Promise<void> => {
  const { owner_id, owner_name, company_id, contents, export_order: order, locale, name, time_zone } = schedule;
  const { at } = tx;
  const owner = { accountId: owner_id, companyId: company_id, fullName: owner_name };
  const times = { at, expiresAt: new Date(at.getTime() + exportRetentionDays * dayMs) };
  const input: ExportInput = {
    ...order,
    Locale: locale,
    // The job describes the list in words when it runs.
    ...{ List: '', Filter: '', Sort: '' },
    FileName: fileName(order, wallClock(at, time_zone)),
  };
  const exportId = await (contents === 'summary'
    ? startJob(tx, owner, {
        kind: { kind: weeklySummaryKind, input: SummaryInput },
        input: { Name: name, Locale: locale },
        ...times,
      })
    : startJob(tx, owner, { kind: { kind: scheduledExportKind, input: ExportInput }, input, ...times }));
  await updateSchedule(tx, keyOf(schedule), {
    last_run_at: at,
    last_state: 'writing',
    last_export_id: exportId,
    last_rows: null,
    unsent_ids: [],
    error: null,
  });
};

/**
 * Starts the run of each schedule that is due. A schedule that missed several times runs once. Letters of an earlier run
 * that wait for the mail server are dropped, because the new file replaces theirs.
 */
export const startDueRuns = (context: Pick<Context, 'db' | 'now' | 'log'>): Promise<void> => {
  const { db } = context;
  const at = context.now();
  return forEachCompany(context, async companyId => {
    const due = await db
      .selectFrom('export_schedule')
      .innerJoin('company', 'company.id', 'export_schedule.company_id')
      .select('export_schedule.id')
      .where('export_schedule.company_id', '=', companyId)
      .where('company.closed_at', 'is', null)
      .where(({ eb, fn }) => eb(fn<string>('least', ['next_run_at', 'retry_at']), '<=', at.toISOString()))
      .execute();
    for (const { id } of due)
      await inTransaction(db, { companyId, accountId: null, name: '', requestId: null, at }, async tx => {
        const schedule = await selectSchedule(tx.db, { companyId, id }).forUpdate().skipLocked().executeTakeFirst();
        if (!schedule?.next_run_at || (await isWriting(tx, schedule))) return;
        const isRegular = schedule.next_run_at <= at.toISOString();
        const isRetry = schedule.retry_at !== null && schedule.retry_at <= at.toISOString();
        if (!isRegular && !isRetry) return;
        await startRun(tx, schedule);
        await updateSchedule(
          tx,
          { companyId, id },
          {
            retry_at: null,
            ...(isRegular && { next_run_at: nextRunAt(runTimesOf(schedule), at), failed_runs: 0 }),
          },
        );
      });
  });
};
