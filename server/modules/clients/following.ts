import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../context.ts';
import type { Written } from '../../table/define.ts';
import { tellOf } from '../accidents/service.ts';

/** What vouchers and open accidents have copied from their client, by the client's field. */
const copies = {
  voucher: {
    client_name: ['LastName', 'FirstName', 'MiddleName'],
    client_phone: ['Phone'],
    city: ['City'],
    vip: ['Vip'],
  },
  accident: {
    client_last_name: ['LastName'],
    client_first_name: ['FirstName'],
    client_middle_name: ['MiddleName'],
    client_name: ['LastName', 'FirstName', 'MiddleName'],
    client_phone: ['Phone'],
    vip: ['Vip'],
  },
} as const;

/** Columns of the client that the copies are made of, where they are called otherwise. */
const sources: Readonly<Record<string, string>> = {
  client_name: 'full_name',
  client_phone: 'phone',
  client_last_name: 'last_name',
  client_first_name: 'first_name',
  client_middle_name: 'middle_name',
};

const assignments = (table: keyof typeof copies, changed: ReadonlySet<string>): RawBuilder<unknown>[] =>
  Object.entries<readonly string[]>(copies[table])
    .filter(([, fields]) => fields.some(field => changed.has(field)))
    .map(([column]) => sql`${sql.ref(column)} = ${sql.ref(`client.${sources[column] ?? column}`)}`);

/**
 * Vouchers of the client and accidents that are still worked on show the client as of now. Processed accidents keep who
 * was in them (docs/decisions/0005-accident-snapshot.md).
 */
export const followClient = async (tx: Tx, { id, caller: { companyId }, changes }: Written): Promise<void> => {
  const changed = new Set(changes.map(({ field }) => field));
  const inVouchers = assignments('voucher', changed);
  if (inVouchers.length > 0)
    for (const voucher of await follow(tx, 'voucher', inVouchers, sql``, companyId, id))
      tx.emit('record', { Resource: 'vouchers', Id: voucher, Action: 'update', ActorId: tx.actorId });
  const inAccidents = assignments('accident', changed);
  if (inAccidents.length > 0) {
    const open = sql`and accident.status = 'opened'`;
    for (const accident of await follow(tx, 'accident', inAccidents, open, companyId, id))
      await tellOf(tx, { companyId, id: accident }, { action: 'update', fields: ['ClientName', 'ClientPhone'] });
  }
};

const follow = async (
  { db }: Tx,
  table: keyof typeof copies,
  sets: readonly RawBuilder<unknown>[],
  where: RawBuilder<unknown>,
  companyId: number,
  clientId: number,
): Promise<number[]> => {
  const its = sql.table(table);
  const { rows } = await sql<{ id: number }>`
    update ${its} set ${sql.join(sets)}, version = ${its}.version + 1 from client
    where ${its}.company_id = ${companyId} and ${its}.client_id = ${clientId} ${where}
      and client.company_id = ${its}.company_id and client.id = ${its}.client_id
    returning ${its}.id`.execute(db);
  return rows.map(({ id }) => id);
};
