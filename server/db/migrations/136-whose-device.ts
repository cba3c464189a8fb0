import { type Kysely, sql } from 'kysely';

export const places = {};
export const inPieces = true;

/** Dictionary codes on vouchers, by the words on devices. */
const codes: Readonly<Record<string, number>> = { insurer: 1, client: 2, installer: 3, leased: 4 };

const devicesPerStatement = 5000;

interface Owned {
  readonly company_id: string;
  readonly imei: string;
  readonly affiliation: string;
}

/** Groups devices by company and owner, as many as one statement updates. */
const inGroups = (owned: readonly Owned[]): Owned[][] => {
  const groups = new Map<string, Owned[]>();
  for (const each of owned) {
    const key = `${each.company_id} ${each.affiliation}`;
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()].flatMap(group =>
    Array.from({ length: Math.ceil(group.length / devicesPerStatement) }, (_, at) =>
      group.slice(at * devicesPerStatement, (at + 1) * devicesPerStatement),
    ),
  );
};

/**
 * Gives vouchers and devices the same four owners, and makes a voucher and its device agree.
 * The migration reads both tables before any update, because in a cluster a device and its voucher may be on
 * different nodes.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update dictionary_entry set title_ru = 'Центра установки', title_en = 'The installation centre’s'
    where dictionary = 'terminalAffiliations' and code = 3 and title_en = 'A partner’s'`.execute(db);
  await sql`insert into dictionary_entry (dictionary, code, title_ru, title_en)
    values ('terminalAffiliations', 4, 'В аренде', 'Leased') on conflict do nothing`.execute(db);

  // A device has 'insurer' by default, but the owner on a voucher was entered by a user. So the voucher wins.
  const entered = await sql<{ company_id: string; imei: string; code: number }>`
    select company_id, imei, terminal_affiliation as code from voucher
      where closed_at is null and imei is not null and terminal_affiliation between 2 and 4`.execute(db);
  const affiliationOf = (code: number) => Object.keys(codes).find(word => codes[word] === code) ?? '';
  for (const group of inGroups(entered.rows.map(({ code, ...row }) => ({ ...row, affiliation: affiliationOf(code) }))))
    await sql`update device set affiliation = ${group[0]?.affiliation} where company_id = ${group[0]?.company_id}
      and imei = any(${group.map(({ imei }) => imei)}) and affiliation = 'insurer'`.execute(db);

  const devices = await sql<Owned>`select company_id, imei, affiliation from device`.execute(db);
  for (const group of inGroups(devices.rows)) {
    const code = codes[group[0]?.affiliation ?? ''];
    if (code === undefined) continue;
    await sql`update voucher set terminal_affiliation = ${code} where company_id = ${group[0]?.company_id}
      and imei = any(${group.map(({ imei }) => imei)}) and closed_at is null
      and (terminal_affiliation is null or (terminal_affiliation <= 4 and terminal_affiliation <> ${code}))`.execute(
      db,
    );
  }
};
