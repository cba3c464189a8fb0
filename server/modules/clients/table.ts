import { clients } from '../../../src/resources/clients.ts';
import { defineTable, type Fill } from '../../engine/table/define.ts';
import { columnText, type SearchIndex } from '../../engine/table/searchIndex.ts';

const personNameSql = "last_name || ' ' || first_name || ' ' || middle_name";

/** Settings of the global search. PostgreSQL uses an index only if the SQL expression here equals that of the index. */
const clientSearch: SearchIndex = {
  id: 'id',
  columns: `id, ${personNameSql} as name, phone, second_phone, email, city`,
  keys: [
    { keyKind: 'name', expression: `search_words(${personNameSql})` },
    { keyKind: 'phone', expression: 'search_phone(phone)' },
    { keyKind: 'phoneTail', expression: 'reverse(search_phone(phone))' },
    { keyKind: 'phoneTail', expression: 'reverse(search_phone(second_phone))', where: "second_phone <> ''" },
    { keyKind: 'key', expression: 'search_plain(email)', where: "email <> ''" },
  ],
  lexemes: 'search_words',
  columnRoles: { name: 'name', phone: 'phone', second_phone: 'phone', email: 'key', city: 'text' },
  display: row => ({ Title: columnText(row, 'name'), about: [columnText(row, 'phone'), columnText(row, 'city')] }),
};

interface ClientCounts {
  readonly client_id: number;
  readonly vouchers: number;
  readonly accidents: number;
}

/** Adds the number of each client's vouchers and accidents, and the time of the last note on one of the accidents. */
const fillCounts: Fill = async (read, companyId, rows) => {
  const ids = rows.map(({ Id }) => Id as number);
  const countRows = await read<ClientCounts>({
    text: `select client_id, count(*) as vouchers, sum(crashes)::bigint as accidents from voucher
      where company_id = $1 and client_id = any($2::bigint[]) group by client_id`,
    values: [companyId, ids],
  });
  const lastContacts = await read<{ client_id: number; at: string }>({
    text: `select a.client_id, max(n.created_at) as at
      from accident a join accident_note n on n.company_id = a.company_id and n.accident_id = a.id
      where a.company_id = $1 and a.client_id = any($2::bigint[]) group by a.client_id`,
    values: [companyId, ids],
  });
  const counts = new Map(countRows.map(row => [row.client_id, row]));
  const lastAt = new Map(lastContacts.map(row => [row.client_id, row.at]));
  for (const row of rows) {
    const clientCounts = counts.get(row.Id as number);
    row.Vouchers = clientCounts?.vouchers ?? 0;
    row.Accidents = clientCounts?.accidents ?? 0;
    row.LastContactAt = lastAt.get(row.Id as number) ?? null;
  }
};

export const clientsTable = defineTable(clients, {
  index: { letterPairs: true, search: clientSearch },
  computed: { names: ['Vouchers', 'Accidents', 'LastContactAt'], rows: fillCounts },
  afterWrite: async (tx, write) => (await import('./clientCopies.ts')).copyClientChanges(tx, write),
});
