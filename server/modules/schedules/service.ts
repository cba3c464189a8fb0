import type { scheduleCalls } from '../../../src/contract/calls/schedules.ts';
import { errorMessage, type Locale } from '../../../src/contract/messages/index.ts';
import { scheduleRecipientsMax, schedulesMax } from '../../../src/contract/schedules.ts';
import type { Schedule, ScheduleCreate, SummaryCreate } from '../../../src/contract/shapes/schedules.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Db } from '../../db/connect.ts';
import { nextRunAt } from '../../domain/nextRun.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { readOrder, requireZone } from '../../engine/exports/order.ts';
import { listWording } from '../../engine/table/wording.ts';
import { parseName } from '../../engine/validation.ts';
import { DomainError, type FieldFault, invalid, notFound } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import {
  auditEntity,
  keyOf,
  readerRolesOf,
  readRecipients,
  rolesOfSchedule,
  runTimesOf,
  type ScheduleRow,
  selectSchedule,
  updateSchedule,
} from './repository.ts';
import { isWriting, startRun } from './run.ts';

type Order = ScheduleRow['export_order'];
/** Order of a summary, which has no list and no file. */
const noOrder: Order = { Resource: '', Format: 'pdf', Columns: [] };

interface NewSchedule extends Pick<Request<'POST /api/v3/schedules'>, 'caller' | 'change' | 'locale'> {
  readonly contents: Schedule['Contents'];
  readonly order: Order;
  /** Name, times and recipients. */
  readonly plan: Pick<ScheduleCreate, 'Frequency' | 'MonthDay'> &
    Pick<SummaryCreate, 'Name' | 'Hour' | 'TimeZone' | 'RecipientIds'> & { readonly Weekday?: number };
}

/** Day of a frequency must be given for it, and only for it. */
const timeFaults = ({ Frequency, Weekday, MonthDay }: ScheduleCreate): readonly FieldFault[] =>
  (
    [
      ['Weekday', Weekday, 'week'],
      ['MonthDay', MonthDay, 'month'],
    ] as const
  ).flatMap(([field, value, frequency]): FieldFault[] => {
    if (Frequency === frequency) return value === undefined ? [{ field, message: 'required' }] : [];
    return value === undefined ? [] : [{ field, message: 'unknown' }];
  });

const makeWire =
  (context: Pick<Context, 'registry'>, dictionaries: Dictionaries, locale: Locale) =>
  async (db: Db, row: ScheduleRow): Promise<Schedule> => {
    const { contents, export_order: order, last_error: error, next_run_at: next, retry_at: retry } = row;
    const isSummary = contents === 'summary';
    const words = isSummary ? undefined : listWording(context.registry, order, dictionaries, locale);
    const readerRoles = rolesOfSchedule(context.registry, row);
    const recipients = await readRecipients(db, row.company_id, readerRoles, row.recipient_ids);
    return {
      Id: row.id,
      Name: row.name,
      OwnerName: row.owner_name,
      Contents: isSummary ? 'summary' : 'list',
      List: words?.List ?? order.Resource,
      Filter: words?.Filter ?? '',
      Format: isSummary ? null : order.Format,
      Frequency: row.frequency,
      Weekday: row.weekday,
      MonthDay: row.month_day,
      Hour: row.hour,
      TimeZone: row.time_zone,
      Recipients: recipients.map(({ name }) => name),
      Paused: next === null,
      NextRunAt: next !== null && retry !== null && retry < next ? retry : next,
      LastRunAt: row.last_run_at,
      LastState: row.last_state,
      LastRows: row.last_rows,
      LastError: error && errorMessage(locale, error.Code, error.Values),
      CreatedAt: row.created_at,
    };
  };

const lockOrThrow = async (tx: Tx, { companyId }: Caller, id: number): Promise<ScheduleRow> => {
  const row = await selectSchedule(tx.db, { companyId, id }).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
};

const countSchedules = async ({ db }: Tx, companyId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('export_schedule')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Checks the list of a new schedule. Returns what the schedule exports. */
const readExportedOrder = async (
  context: Context,
  dictionaries: Dictionaries,
  request: Request<'POST /api/v3/schedules'>,
): Promise<Order> => {
  const { Name, Frequency, Weekday, MonthDay, Hour, RecipientIds, ...rest } = request.body;
  const faults = timeFaults(request.body);
  if (faults.length > 0) throw invalid(...faults);
  const { Resource, Split, Format, Columns, Query, TimeZone } = await readOrder(context, dictionaries, rest, request);
  return { Resource, Format, Columns, Query, TimeZone, ...(Split !== undefined && { Split }) } as Order;
};

const insertSchedule = (
  tx: Tx,
  { caller, locale }: Pick<NewSchedule, 'caller' | 'locale'>,
  { contents, order, plan }: Pick<NewSchedule, 'contents' | 'order' | 'plan'>,
): Promise<ScheduleRow> => {
  const times = {
    frequency: plan.Frequency,
    weekday: plan.Weekday ?? null,
    month_day: plan.MonthDay ?? null,
    hour: plan.Hour,
    time_zone: plan.TimeZone,
  };
  return tx.db
    .insertInto('export_schedule')
    .values({
      company_id: caller.companyId,
      owner_id: caller.accountId,
      owner_name: caller.fullName,
      name: plan.Name,
      contents,
      export_order: JSON.stringify(order),
      locale,
      ...times,
      recipient_ids: [...plan.RecipientIds],
      next_run_at: nextRunAt(runTimesOf(times), tx.at),
      created_at: tx.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

const createSchedule = async (
  context: Context,
  dictionaries: Dictionaries,
  schedule: NewSchedule,
): Promise<Schedule> => {
  const { caller, change, locale, contents, order } = schedule;
  const plan = { ...schedule.plan, Name: parseName('Name', schedule.plan.Name) };
  const { companyId } = caller;
  const readerRoles = readerRolesOf(context.registry, { contents, resource: order.Resource });
  const recipients = await readRecipients(context.db, companyId, readerRoles, plan.RecipientIds);
  if (recipients.length < plan.RecipientIds.length || plan.RecipientIds.length > scheduleRecipientsMax)
    throw invalid({ field: 'RecipientIds', message: 'unknownOption' });
  return change(async tx => {
    // Concurrent requests of the company wait for this lock, so that each counts the schedules created before.
    await advisoryLock(tx.db, `schedules-${companyId}`);
    if ((await countSchedules(tx, companyId)) >= schedulesMax)
      throw new DomainError('TOO_MANY_SCHEDULES', { values: { max: schedulesMax } });
    const row = await insertSchedule(tx, schedule, { contents, order, plan });
    const recipientNames = recipients.map(({ name }) => name).join(', ');
    const values = { Name: row.name, ...(contents === 'list' && { Format: order.Format }), Recipients: recipientNames };
    await tx.audit({
      entity: auditEntity,
      entityId: row.id,
      action: 'create',
      changes: Object.entries(values).map(([field, after]) => ({ field, before: null, after })),
    });
    return makeWire(context, dictionaries, locale)(tx.db, row);
  });
};

const removeSchedule = ({ caller, change, params }: Request<'DELETE /api/v3/schedules/{id}'>) =>
  change(async tx => {
    const row = await lockOrThrow(tx, caller, params.id);
    await tx.db
      .deleteFrom('export_schedule')
      .where('company_id', '=', row.company_id)
      .where('id', '=', row.id)
      .execute();
    await tx.audit({
      entity: auditEntity,
      entityId: row.id,
      action: 'remove',
      changes: [{ field: 'Name', before: row.name, after: null }],
    });
    return { Done: true as const };
  });

export const scheduleHandlers = (
  context: Context,
  dictionaries: Dictionaries,
): HandlersOf<keyof typeof scheduleCalls> => {
  const { db, now, registry } = context;

  const changeSchedule = (
    {
      caller,
      change,
      params,
      locale,
    }: Pick<Request<'POST /api/v3/schedules/{id}/send'>, 'caller' | 'change' | 'params' | 'locale'>,
    action: string,
    work: (tx: Tx, row: ScheduleRow) => Promise<void>,
  ): Promise<Schedule> =>
    change(async tx => {
      const row = await lockOrThrow(tx, caller, params.id);
      await work(tx, row);
      await tx.audit({ entity: auditEntity, entityId: row.id, action, changes: [] });
      const changed = await selectSchedule(tx.db, keyOf(row)).executeTakeFirstOrThrow();
      return makeWire(context, dictionaries, locale)(tx.db, changed);
    });

  return {
    'GET /api/v3/schedules': async ({ caller, locale }) => {
      const rows = await db
        .selectFrom('export_schedule')
        .selectAll()
        .where('company_id', '=', caller.companyId)
        .orderBy('name')
        .orderBy('id')
        .execute();
      const toWire = makeWire(context, dictionaries, locale);
      return Promise.all(rows.map(row => toWire(db, row)));
    },
    'GET /api/v3/schedules/recipients': async ({ caller, query }) => {
      const { resource = '' } = query;
      if (query.resource !== undefined && !Object.hasOwn(registry.resources, resource))
        throw invalid({ field: 'resource', message: 'unknownOption' });
      const contents = query.resource === undefined ? 'summary' : 'list';
      const rows = await readRecipients(db, caller.companyId, readerRolesOf(registry, { contents, resource }));
      return rows.map(({ id, name, email }) => ({ Id: id, FullName: name, Email: email }));
    },
    'POST /api/v3/schedules': async request => {
      const order = await readExportedOrder(context, dictionaries, request);
      return createSchedule(context, dictionaries, { ...request, contents: 'list', order, plan: request.body });
    },
    'POST /api/v3/schedules/summary': request => {
      requireZone(request.body);
      const plan = { ...request.body, Frequency: 'week' } as const;
      return createSchedule(context, dictionaries, { ...request, contents: 'summary', order: noOrder, plan });
    },
    'POST /api/v3/schedules/{id}/pause': request =>
      changeSchedule(request, 'pause', (tx, row) =>
        updateSchedule(tx, keyOf(row), { next_run_at: null, retry_at: null }),
      ),
    'POST /api/v3/schedules/{id}/resume': request =>
      changeSchedule(request, 'resume', (tx, row) =>
        updateSchedule(tx, keyOf(row), { next_run_at: nextRunAt(runTimesOf(row), now()) }),
      ),
    'POST /api/v3/schedules/{id}/send': request =>
      changeSchedule(request, 'scheduleRun', async (tx, row) => {
        if (row.last_state === 'sending' || (await isWriting(tx, row))) throw new DomainError('SCHEDULE_BUSY');
        await startRun(tx, row);
      }),
    'DELETE /api/v3/schedules/{id}': removeSchedule,
  };
};
