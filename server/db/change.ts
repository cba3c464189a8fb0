import { sql, type Transaction } from 'kysely';
import type { AuditEntry, Tx } from '../transaction.ts';
import type { Db } from './connect.ts';
import type { Database } from './types.ts';

/** Number of counter rows that share a list's total, so that concurrent writers seldom block each other. */
const slotsPerTotal = 8;

/** NOTIFY channel for events. The payload of a notification is the id of the company with new events. */
export const eventChannel = 'drivedesk_event';
/** Payload of a notification about a change of data that all companies share. */
export const sharedEvent = '0';

export interface Author {
  readonly companyId: number;
  /** Account of the person. Null: a device or the system made the change. */
  readonly accountId: number | null;
  readonly name: string;
  readonly requestId: string | null;
  readonly at: Date;
}

const writeAudit = async (db: Transaction<Database>, author: Author, entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  await db
    .insertInto('audit')
    .values(
      entries.map(entry => ({
        company_id: author.companyId,
        at: author.at,
        actor_id: author.accountId,
        actor_name: author.name,
        request_id: author.requestId,
        entity: entry.entity,
        entity_id: entry.entityId,
        action: entry.action,
        reason: entry.reason ?? null,
        changes: JSON.stringify(entry.changes),
      })),
    )
    .execute();
};

/**
 * Adds to a list's stored total. Every write that adds, removes or moves a row calls this function in the same
 * transaction. So readers get exact totals without counting.
 */
const addToTotal = async (
  db: Transaction<Database>,
  companyId: number,
  list: string,
  bucket: string,
  difference: number,
): Promise<void> => {
  await db
    .insertInto('row_total')
    .values({
      company_id: companyId,
      list,
      bucket,
      slot: sql<number>`pg_backend_pid() % ${sql.lit(slotsPerTotal)}`,
      total: difference,
    })
    .onConflict(conflict =>
      conflict
        .columns(['company_id', 'list', 'bucket', 'slot'])
        .doUpdateSet({ total: sql<number>`row_total.total + excluded.total` }),
    )
    .execute();
};

/**
 * Collects differences of list totals. They are written at the end of the transaction, in a fixed order to avoid
 * deadlocks.
 */
const collectTotals = () => {
  const differences = new Map<string, number>();
  return {
    add: (list: string, bucket: string, difference: number, companyId: number) => {
      const key = JSON.stringify([companyId, list, bucket]);
      differences.set(key, (differences.get(key) ?? 0) + difference);
    },
    write: async (db: Transaction<Database>) => {
      for (const [key, difference] of [...differences].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const [companyId, list, bucket] = JSON.parse(key) as [number, string, string];
        if (difference !== 0) await addToTotal(db, companyId, list, bucket, difference);
      }
    },
  };
};

/** Increases the company's change number for a change without an event. This invalidates the company's cached lists. */
const increaseChangeNumber = async (db: Transaction<Database>, companyId: number): Promise<void> => {
  await db
    .insertInto('event_head')
    .values({ company_id: companyId, last_id: 0, changes: 1 })
    .onConflict(conflict => conflict.column('company_id').doUpdateSet({ changes: sql<number>`event_head.changes + 1` }))
    .execute();
};

/**
 * Stores the events of the change and numbers them at its very end. The company's counter row stays locked until the
 * commit, so events become visible in numeric order.
 * NOTIFY is sent with the commit.
 */
const writeEvents = async (db: Transaction<Database>, companyId: number, at: Date, events: readonly object[]) => {
  const count = sql`${events.length}::bigint`;
  await sql`
    with head as (
      insert into event_head (company_id, last_id, changes) values (${companyId}, ${count}, 1)
      on conflict (company_id) do update set last_id = event_head.last_id + excluded.last_id,
        changes = event_head.changes + 1
      returning company_id, last_id
    ), written as (
      insert into event (company_id, id, at, account_id, type, data)
      select head.company_id, head.last_id - ${count} + place, ${at}::timestamptz, (item->>'to')::bigint,
        item->>'type', item->'data'
      from head, jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as each(item, place)
    )
    select pg_notify(${eventChannel}, company_id::text) from head`.execute(db);
};

const openCompanies = async (db: Transaction<Database>): Promise<number[]> =>
  (await db.selectFrom('company').select('id').where('closed_at', 'is', null).execute()).map(({ id }) => id);

const collectEvents = () => {
  const companyEvents: object[] = [];
  const sharedEvents: object[] = [];
  return {
    add: (type: string, data: object, accountId?: number) =>
      void companyEvents.push({ type, data, to: accountId ?? null }),
    addForAll: (type: string, data: object) => void sharedEvents.push({ type, data, to: null }),
    write: async (db: Transaction<Database>, { companyId, at }: Author, hasChanges: boolean) => {
      // Notifies of shared data before the companies' events are written, so that event readers first read the shared
      // data.
      if (sharedEvents.length > 0) await sql`select pg_notify(${eventChannel}, ${sharedEvent})`.execute(db);
      const companies = new Set([companyId, ...(sharedEvents.length > 0 ? await openCompanies(db) : [])]);
      // Every transaction locks the companies' counters in the order of their ids, so that two transactions cannot
      // deadlock.
      for (const id of [...companies].sort((a, b) => a - b)) {
        const eventsOfCompany = id === companyId ? [...companyEvents, ...sharedEvents] : sharedEvents;
        if (eventsOfCompany.length > 0) await writeEvents(db, id, at, eventsOfCompany);
        else if (hasChanges) await increaseChangeNumber(db, id);
      }
    },
  };
};

const runTransaction = <T>(db: Db, author: Author, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async trx => {
    const totals = collectTotals();
    const events = collectEvents();
    const beforeCommit = new Map<string, () => Promise<void>>();
    let hasChanges = false;
    const answer = await work({
      db: trx,
      audit: entries => {
        hasChanges = true;
        return writeAudit(trx, author, 'entity' in entries ? [entries] : entries);
      },
      countRows: (list, bucket, difference, companyId = author.companyId) => {
        hasChanges = true;
        totals.add(list, bucket, difference, companyId);
      },
      emit: events.add,
      emitToAllCompanies: events.addForAll,
      beforeCommit: (name, work) => void beforeCommit.set(name, work),
      actorId: author.accountId,
      at: author.at,
    });
    await totals.write(trx);
    for (const [, work] of [...beforeCommit].sort(([a], [b]) => (a < b ? -1 : 1))) await work();
    await events.write(trx, author, hasChanges);
    return answer;
  });

const maxAttempts = 3;

/** Whether PostgreSQL cancelled the statement to resolve a deadlock. */
const wasDeadlocked = (error: unknown): boolean => (error as { readonly code?: string }).code === '40P01';

/**
 * Runs a change in one transaction on behalf of its author.
 * A change that PostgreSQL cancelled over a deadlock has written nothing and is retried. So `work` may run more than
 * once, and must have no effect outside the transaction.
 */
export const inTransaction = async <T>(db: Db, author: Author, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await runTransaction(db, author, work);
    } catch (error) {
      if (attempt === maxAttempts || !wasDeadlocked(error)) throw error;
    }
};
