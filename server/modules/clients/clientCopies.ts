import { type RawBuilder, sql } from 'kysely';
import type { Write } from '../../engine/table/define.ts';
import type { Tx } from '../../transaction.ts';
import { emitAccidentEvent } from '../accidents/service.ts';
import { copyClient } from '../vouchers/service.ts';

/** Columns of open accidents that are copies of the client's data, each with the client's fields that it copies. */
const fieldsByAccidentColumn = {
  client_last_name: ['LastName'],
  client_first_name: ['FirstName'],
  client_middle_name: ['MiddleName'],
  client_name: ['LastName', 'FirstName', 'MiddleName'],
  client_phone: ['Phone'],
  vip: ['Vip'],
} as const;

const fieldsCopiedToVouchers = [
  'LastName',
  'FirstName',
  'MiddleName',
  'Phone',
  'SecondPhone',
  'Country',
  'City',
  'ZipCode',
  'BirthDate',
  'LicenceDate',
  'Vip',
];

/** Columns of the table `client`, by the accident's column that holds the copy. Only columns with different names. */
const clientColumnByCopy: Readonly<Record<string, string>> = {
  client_name: 'full_name',
  client_phone: 'phone',
  client_last_name: 'last_name',
  client_first_name: 'first_name',
  client_middle_name: 'middle_name',
};

const copyAssignments = (changedFields: ReadonlySet<string>): RawBuilder<unknown>[] =>
  Object.entries<readonly string[]>(fieldsByAccidentColumn)
    .filter(([, fields]) => fields.some(field => changedFields.has(field)))
    .map(([column]) => sql`${sql.ref(column)} = ${sql.ref(`client.${clientColumnByCopy[column] ?? column}`)}`);

/**
 * Copies a client to its vouchers and to its open accidents. Processed accidents keep the client's data of their time
 * (docs/decisions/024-vouchers.md).
 */
export const copyClientChanges = async (tx: Tx, { requestContext, id, changes }: Write): Promise<void> => {
  const { companyId } = requestContext.caller;
  const changedFields = new Set(changes.map(({ field }) => field));
  if (fieldsCopiedToVouchers.some(field => changedFields.has(field)))
    for (const voucherId of await copyClient(tx.db, companyId, id))
      tx.emit('record', { Resource: 'vouchers', Id: voucherId, Action: 'update', ActorId: tx.actorId });
  const accidentAssignments = copyAssignments(changedFields);
  if (accidentAssignments.length === 0) return;
  // Rows are locked in the order of their ids, as in a hand-over of cases.
  await sql`select id from accident where company_id = ${companyId} and client_id = ${id} and status = 'opened'
    order by id for no key update`.execute(tx.db);
  const { rows } = await sql<{ id: number }>`
    update accident set ${sql.join(accidentAssignments)}, version = accident.version + 1 from client
    where accident.company_id = ${companyId} and accident.client_id = ${id} and accident.status = 'opened'
      and client.company_id = accident.company_id and client.id = accident.client_id
    returning accident.id`.execute(tx.db);
  for (const accident of rows)
    await emitAccidentEvent(
      tx,
      { companyId, id: accident.id },
      { action: 'update', fields: ['ClientName', 'ClientPhone'] },
    );
};
