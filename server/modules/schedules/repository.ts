import { type Selectable, sql, type Updateable } from 'kysely';
import { hasAnyRole, type Role, rights } from '../../../src/contract/access.ts';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import { rolesForVerb } from '../../../src/schema/define.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import type { ExportSchedule } from '../../db/types.ts';
import type { RunTimes } from '../../domain/nextRun.ts';
import type { JobKey } from '../../engine/jobs/define.ts';
import type { Tx } from '../../transaction.ts';

export type ScheduleRow = Selectable<ExportSchedule>;

export const auditEntity = 'exportSchedule';

export const keyOf = ({ company_id, id }: Pick<ScheduleRow, 'company_id' | 'id'>): JobKey => ({
  companyId: company_id,
  id,
});

export const runTimesOf = ({
  frequency,
  weekday,
  month_day,
  hour,
  time_zone,
}: Pick<ScheduleRow, 'frequency' | 'weekday' | 'month_day' | 'hour' | 'time_zone'>): RunTimes => ({
  frequency,
  weekday,
  monthDay: month_day,
  hour,
  timeZone: time_zone,
});

export const selectSchedule = (db: Db, { companyId, id }: JobKey) =>
  db.selectFrom('export_schedule').selectAll().where('company_id', '=', companyId).where('id', '=', id);

/** Locks the schedule whose last run wrote this export. Undefined: there is none, or a later run has started. */
export const lockScheduleOfExport = ({ db }: Tx, { companyId, id }: JobKey): Promise<ScheduleRow | undefined> =>
  db
    .selectFrom('export_schedule')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('last_export_id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const updateSchedule = async (
  { db }: Tx,
  { companyId, id }: JobKey,
  { error, ...values }: Omit<Updateable<ExportSchedule>, 'last_error'> & { readonly error?: JobError | null },
): Promise<void> => {
  await db
    .updateTable('export_schedule')
    .set({ ...values, ...(error !== undefined && { last_error: error && JSON.stringify(error) }) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
};

export interface Recipient {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
}

/** Roles that may read what a schedule sends: the list, or the figures of the control room. */
export const readerRolesOf = (
  { resources }: Pick<Context['registry'], 'resources'>,
  { contents, resource }: { readonly contents: string; readonly resource: string },
): readonly Role[] => {
  if (contents === 'summary') return rights.controlRoom;
  const list = resources[resource];
  return list ? (rolesForVerb(list, 'list') ?? []) : [];
};

/** Roles that may read what this schedule sends. */
export const rolesOfSchedule = (registry: Context['registry'], { contents, export_order }: ScheduleRow) =>
  readerRolesOf(registry, { contents, resource: export_order.Resource });

/** Reads the people of the company who may sign in and hold one of the roles. `ids` absent: all of them. */
export const readRecipients = async (
  db: Db,
  companyId: number,
  readerRoles: readonly Role[],
  ids?: readonly number[],
): Promise<Recipient[]> => {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'email', 'full_name as name', 'locale', 'roles'])
    .where('company_id', '=', companyId)
    .where('blocked_at', 'is', null)
    .$if(ids !== undefined, query => query.where('id', '=', sql<number>`any(${ids}::bigint[])`))
    .orderBy('full_name')
    .orderBy('id')
    .execute();
  return rows.filter(({ roles }) => hasAnyRole(roles as Role[], readerRoles));
};

/** Names of people, for a message that they received nothing. */
export const readNames = async (db: Db, ids: readonly number[]): Promise<string> => {
  const rows = await db
    .selectFrom('account')
    .select('full_name')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('full_name')
    .execute();
  return rows.map(({ full_name }) => full_name).join(', ') || '—';
};
