import { clients } from '../../../src/resources/clients.ts';
import { defineTable, type Fill } from '../../engine/table/define.ts';
import { type SearchIndex, textOf } from '../../engine/table/searchIndex.ts';

const personName = "last_name || ' ' || first_name || ' ' || middle_name";

/** Settings of the global search. PostgreSQL uses an index only if the SQL expression here equals that of the index. */
const clientFound: SearchIndex = {
  id: 'id',
  columns: `id, ${personName} as name, phone, second_phone, email, city`,
  keys: [
    { ask: 'name', expression: `search_words(${personName})` },
    { ask: 'phone', expression: 'search_phone(phone)' },
    { ask: 'phoneTail', expression: 'reverse(search_phone(phone))' },
    { ask: 'phoneTail', expression: 'reverse(search_phone(second_phone))', where: "second_phone <> ''" },
    { ask: 'key', expression: 'search_plain(email)', where: "email <> ''" },
  ],
  lexemes: 'search_words',
  matched: { name: 'name', phone: 'phone', second_phone: 'phone', email: 'key', city: 'text' },
  shown: row => ({ Title: textOf(row, 'name'), about: [textOf(row, 'phone'), textOf(row, 'city')] }),
};

interface Counted {
  readonly client_id: number;
  readonly vouchers: number;
  readonly accidents: number;
}

/** Adds the number of each client's vouchers and accidents, and the time of the last note on one of the accidents. */
const fill: Fill = async (read, companyId, rows) => {
  const ids = rows.map(({ Id }) => Id as number);
  const counted = await read<Counted>({
    text: `select client_id, count(*) as vouchers, sum(crashes)::bigint as accidents from voucher
      where company_id = $1 and client_id = any($2::bigint[]) group by client_id`,
    values: [companyId, ids],
  });
  const contacts = await read<{ client_id: number; at: string }>({
    text: `select a.client_id, max(n.created_at) as at
      from accident a join accident_note n on n.company_id = a.company_id and n.accident_id = a.id
      where a.company_id = $1 and a.client_id = any($2::bigint[]) group by a.client_id`,
    values: [companyId, ids],
  });
  const counts = new Map(counted.map(row => [row.client_id, row]));
  const lastAt = new Map(contacts.map(row => [row.client_id, row.at]));
  for (const row of rows) {
    const its = counts.get(row.Id as number);
    row.Vouchers = its?.vouchers ?? 0;
    row.Accidents = its?.accidents ?? 0;
    row.LastContactAt = lastAt.get(row.Id as number) ?? null;
  }
};

export const clientsTable = defineTable(clients, {
  index: { letterPairs: true, search: clientFound },
  computed: { names: ['Vouchers', 'Accidents', 'LastContactAt'], rows: fill },
  afterWrite: async (tx, write) => (await import('./following.ts')).followClient(tx, write),
});
