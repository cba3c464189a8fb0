import { sql } from 'kysely';
import { attachmentMaxBytes } from '../../../src/contract/limits.ts';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import { formatNumber, formatZoned } from '../../../src/schema/kinds/format.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { ExportInput } from '../../engine/exports/input.ts';
import { readExportFile } from '../../engine/exports/routes.ts';
import type { QueueTask } from '../../engine/jobs/define.ts';
import { writeLetter } from '../../mail/letters.ts';
import type { Letter } from '../../mail/mailer.ts';
import { letterAttemptsMax } from '../../mail/queue.ts';
import type { Tx } from '../../transaction.ts';
import { localeOf } from '../account/service.ts';
import {
  auditEntity,
  keyOf,
  lockScheduleOfExport,
  type Recipient,
  readNames,
  readRecipients,
  rolesOfSchedule,
  type ScheduleRow,
  updateSchedule,
} from './repository.ts';
import { summaryPeriod, summaryRows, type WeeklySummary } from './weeklySummary.ts';

const task = 'schedule_letter';

interface ScheduleLetter {
  readonly companyId: number;
  readonly exportId: number;
  readonly accountId: number;
}

const letterKey = ({ companyId, exportId, accountId }: ScheduleLetter): string =>
  `schedule-${companyId}-${exportId}-${accountId}`;

/** Queues a letter with the transaction. The queue holds one letter for each file and recipient. */
export const queueScheduleLetter = async ({ db }: Tx, letter: ScheduleLetter): Promise<void> => {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(letter)}::json, queue_name := 'letters',
    max_attempts := ${letterAttemptsMax}::integer, job_key := ${letterKey(letter)})`.execute(db);
};

/** Reads the schedule if this letter still waits, with the file. Null instead of the file: it was removed. */
const readWaiting = async ({ db }: Pick<Context, 'db'>, { companyId, exportId, accountId }: ScheduleLetter) => {
  const schedule = await db
    .selectFrom('export_schedule')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('last_export_id', '=', exportId)
    .where('unsent_ids', '@>', sql<number[]>`array[${accountId}::bigint]`)
    .executeTakeFirst();
  if (!schedule) return undefined;
  const job = await db
    .selectFrom('job')
    .select(['input', 'result', 'expires_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .where('state', '=', 'done')
    .executeTakeFirst();
  return { schedule, job };
};

type Waiting = NonNullable<Awaited<ReturnType<typeof readWaiting>>>;

const composeExportLetter = (
  context: Context,
  { schedule, job }: { readonly schedule: ScheduleRow; readonly job: NonNullable<Waiting['job']> },
  recipient: Recipient,
  letter: ScheduleLetter,
): Letter => {
  const { Format: format, FileName: file } = job.input as ExportInput;
  const result = job.result as { Rows: number; SizeBytes: number; List: string; Filter: string };
  const locale = localeOf(recipient);
  const isAttached = result.SizeBytes <= attachmentMaxBytes;
  const atZone = (moment: string) => formatZoned(new Date(moment), locale, schedule.time_zone);
  const content = writeLetter(
    isAttached ? (result.Rows > 0 ? 'scheduledExport' : 'scheduledExportEmpty') : 'scheduledExportLink',
    {
      to: recipient.email,
      locale,
      values: {
        name: schedule.name,
        owner: schedule.owner_name,
        list: result.List,
        filter: result.Filter,
        rows: formatNumber(result.Rows, 0, locale),
        when: atZone(schedule.last_run_at as string),
        until: atZone(job.expires_at),
        file,
      },
      url: `${context.site.publicUrl}/cabinet/exports/`,
    },
  );
  const { companyId, exportId: id } = letter;
  const stored = readExportFile(context, { companyId, id, fileName: file, format });
  return {
    ...content,
    id: letterKey(letter),
    ...(isAttached && { attachment: { fileName: file, contentType: stored.contentType, bytes: stored.bytes } }),
  };
};

const composeSummaryLetter = (
  { site }: Context,
  { schedule, job }: { readonly schedule: ScheduleRow; readonly job: NonNullable<Waiting['job']> },
  recipient: Recipient,
  letter: ScheduleLetter,
): Letter => {
  const summary = job.result as unknown as WeeklySummary;
  const locale = localeOf(recipient);
  const content = writeLetter('weeklySummary', {
    to: recipient.email,
    locale,
    values: {
      name: schedule.name,
      owner: schedule.owner_name,
      company: summary.Company,
      period: summaryPeriod(summary, locale),
      when: formatZoned(new Date(schedule.last_run_at as string), locale, schedule.time_zone),
    },
    rows: summaryRows(summary, locale, site.publicUrl),
    url: `${site.publicUrl}/cabinet/dashboard/`,
  });
  return { ...content, id: letterKey(letter) };
};

/** Stores how sending a letter ended. `isOver`: it is not tried again. */
const recordOutcome = (
  context: Pick<Context, 'db' | 'now'>,
  { companyId, exportId, accountId }: ScheduleLetter,
  { error, isOver, sentTo }: { readonly error?: JobError; readonly isOver: boolean; readonly sentTo?: string },
): Promise<void> =>
  inTransaction(context.db, { companyId, accountId: null, name: '', requestId: null, at: context.now() }, async tx => {
    const schedule = await lockScheduleOfExport(tx, { companyId, id: exportId });
    if (!schedule) return;
    const unsentIds = isOver ? schedule.unsent_ids.filter(id => id !== accountId) : schedule.unsent_ids;
    const lastError = error ?? (schedule.last_error?.Code === 'LETTER_DELAYED' ? null : schedule.last_error);
    const finalState = lastError === null || lastError.Code === 'RECIPIENTS_GONE' ? 'sent' : 'failed';
    await updateSchedule(tx, keyOf(schedule), {
      unsent_ids: unsentIds,
      last_state: unsentIds.length === 0 ? finalState : 'sending',
      error: lastError,
    });
    if (sentTo !== undefined)
      await tx.audit({
        entity: auditEntity,
        entityId: schedule.id,
        action: 'scheduleSent',
        changes: Object.entries({ Recipient: sentTo, Total: schedule.last_rows }).map(([field, after]) => ({
          field,
          before: null,
          after,
        })),
      });
  });

export const scheduleLetterTask: QueueTask = {
  task,
  attemptMaxMs: 120_000,
  run: async (context, payload, attempt) => {
    const letter = payload as ScheduleLetter;
    const { companyId, accountId } = letter;
    const waiting = await readWaiting(context, letter);
    if (!waiting) return;
    const { schedule, job } = waiting;
    if (!job) return recordOutcome(context, letter, { error: { Code: 'SCHEDULE_FILE_GONE' }, isOver: true });
    const [recipient] = await readRecipients(context.db, companyId, rolesOfSchedule(context.registry, schedule), [
      accountId,
    ]);
    if (!recipient) {
      const names = await readNames(context.db, [accountId]);
      return recordOutcome(context, letter, { error: { Code: 'RECIPIENTS_GONE', Values: { names } }, isOver: true });
    }
    try {
      const compose = schedule.contents === 'summary' ? composeSummaryLetter : composeExportLetter;
      await context.mail.send(compose(context, { schedule, job }, recipient, letter));
    } catch (error) {
      const isOver = attempt >= letterAttemptsMax;
      const values = { name: recipient.name, attempt, of: letterAttemptsMax };
      await recordOutcome(context, letter, {
        error: { Code: isOver ? 'LETTER_FAILED' : 'LETTER_DELAYED', Values: values },
        isOver,
      });
      context.log.error({ err: error, schedule: schedule.id, attempt }, 'could not send a scheduled export');
      throw error;
    }
    await recordOutcome(context, letter, { isOver: true, sentTo: recipient.name });
  },
};
