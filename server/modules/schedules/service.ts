import type { scheduleCalls } from '../../../src/contract/calls/schedules.ts';
import { errorMessage, type Locale } from '../../../src/contract/messages/index.ts';
import { scheduleRecipientsMax, schedulesMax } from '../../../src/contract/schedules.ts';
import type { Schedule, ScheduleCreate } from '../../../src/contract/shapes/schedules.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Db } from '../../db/connect.ts';
import { nextRunAt } from '../../domain/nextRun.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { readOrder } from '../../engine/exports/order.ts';
import { listWording } from '../../engine/table/wording.ts';
import { DomainError, type FieldFault, invalid, notFound } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import {
  auditEntity,
  keyOf,
  readRecipients,
  runTimesOf,
  type ScheduleRow,
  selectSchedule,
  updateSchedule,
} from './repository.ts';
import { isWriting, startRun } from './run.ts';

type Order = ScheduleRow['export_order'];

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
    const { export_order: order, last_error: error, next_run_at: next, retry_at: retry } = row;
    const words = listWording(context.registry, order, dictionaries, locale);
    const recipients = words
      ? await readRecipients({ db, registry: context.registry }, row.company_id, order.Resource, row.recipient_ids)
      : [];
    return {
      Id: row.id,
      Name: row.name,
      OwnerName: row.owner_name,
      List: words?.List ?? order.Resource,
      Filter: words?.Filter ?? '',
      Format: order.Format,
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

/** Checks a new schedule. Returns the list that it exports and the people who receive the file. */
const checkSchedule = async (
  context: Context,
  dictionaries: Dictionaries,
  request: Request<'POST /api/v3/schedules'>,
) => {
  const { caller, body } = request;
  const { Name, Frequency, Weekday, MonthDay, Hour, RecipientIds, ...rest } = body;
  const faults = [
    ...timeFaults(body),
    ...(Name.trim() === '' ? [{ field: 'Name', message: 'required' as const }] : []),
  ];
  if (faults.length > 0) throw invalid(...faults);
  const { Resource, Split, Format, Columns, Query, TimeZone } = await readOrder(context, dictionaries, rest, request);
  const recipients = await readRecipients(context, caller.companyId, Resource, RecipientIds);
  if (recipients.length < RecipientIds.length || RecipientIds.length > scheduleRecipientsMax)
    throw invalid({ field: 'RecipientIds', message: 'unknownOption' });
  const order = { Resource, Format, Columns, Query, TimeZone, ...(Split !== undefined && { Split }) } as Order;
  return { order, recipients };
};

const insertSchedule = (
  tx: Tx,
  { caller, body, locale }: Pick<Request<'POST /api/v3/schedules'>, 'caller' | 'body' | 'locale'>,
  order: Order,
): Promise<ScheduleRow> => {
  const times = {
    frequency: body.Frequency,
    weekday: body.Weekday ?? null,
    month_day: body.MonthDay ?? null,
    hour: body.Hour,
    time_zone: body.TimeZone,
  };
  return tx.db
    .insertInto('export_schedule')
    .values({
      company_id: caller.companyId,
      owner_id: caller.accountId,
      owner_name: caller.fullName,
      name: body.Name.trim(),
      export_order: JSON.stringify(order),
      locale,
      ...times,
      recipient_ids: [...body.RecipientIds],
      next_run_at: nextRunAt(runTimesOf(times), tx.at),
      created_at: tx.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

const createSchedule = async (
  context: Context,
  dictionaries: Dictionaries,
  request: Request<'POST /api/v3/schedules'>,
): Promise<Schedule> => {
  const { companyId } = request.caller;
  const { order, recipients } = await checkSchedule(context, dictionaries, request);
  return request.change(async tx => {
    // Concurrent requests of the company wait for this lock, so that each counts the schedules created before.
    await advisoryLock(tx.db, `schedules-${companyId}`);
    if ((await countSchedules(tx, companyId)) >= schedulesMax)
      throw new DomainError('TOO_MANY_SCHEDULES', { values: { max: schedulesMax } });
    const row = await insertSchedule(tx, request, order);
    const recipientNames = recipients.map(({ name }) => name).join(', ');
    const values = { Name: row.name, Format: order.Format, Recipients: recipientNames };
    await tx.audit({
      entity: auditEntity,
      entityId: row.id,
      action: 'create',
      changes: Object.entries(values).map(([field, after]) => ({ field, before: null, after })),
    });
    return makeWire(context, dictionaries, request.locale)(tx.db, row);
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
      if (!Object.hasOwn(registry.resources, query.resource))
        throw invalid({ field: 'resource', message: 'unknownOption' });
      const rows = await readRecipients({ db, registry }, caller.companyId, query.resource);
      return rows.map(({ id, name, email }) => ({ Id: id, FullName: name, Email: email }));
    },
    'POST /api/v3/schedules': request => createSchedule(context, dictionaries, request),
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
