import { sql } from 'kysely';
import { affiliationCodes } from '../../../src/contract/states.ts';
import { devices } from '../../../src/resources/devices.ts';
import { obuModels } from '../../../src/resources/obuModels.ts';
import { defineTable, type Fill, type Write } from '../../engine/table/define.ts';
import { columnText, joinColumns, type SearchIndex } from '../../engine/table/searchIndex.ts';
import type { Tx } from '../../transaction.ts';
import { vouchersTable } from '../vouchers/table.ts';

/** Settings of the global search. PostgreSQL uses an index only if the SQL expression here equals that of the index. */
const deviceSearch: SearchIndex = {
  id: 'imei',
  columns: 'imei as id, id as device_id, imei, sim_number, obu_brand, obu_model',
  recordId: 'device_id',
  keys: [
    { keyKind: 'key', expression: 'imei' },
    { keyKind: 'tail', expression: 'reverse(imei)' },
    { keyKind: 'phoneTail', expression: 'reverse(search_phone(sim_number))' },
  ],
  columnRoles: { imei: 'key', sim_number: 'phone', obu_brand: 'text', obu_model: 'text' },
  display: row => ({
    Title: columnText(row, 'imei'),
    about: [joinColumns(row, 'obu_brand', 'obu_model'), columnText(row, 'sim_number')],
  }),
};

interface DeviceVoucher {
  readonly id: number;
  readonly imei: string;
  readonly number: string;
  readonly reg_number: string;
}

const fillVouchers: Fill = async (read, companyId, rows) => {
  const openVouchers = await read<DeviceVoucher>({
    text: `select id, imei, number, reg_number from voucher
      where company_id = $1 and imei = any($2::text[]) and closed_at is null`,
    values: [companyId, rows.map(({ IMEI }) => IMEI)],
  });
  const byImei = new Map(openVouchers.map(voucher => [voucher.imei, voucher]));
  for (const row of rows) {
    const voucher = byImei.get(String(row.IMEI));
    row.VoucherId = voucher ? Number(voucher.id) : null;
    row.VoucherNumber = voucher?.number ?? null;
    row.VehicleRegNumber = voucher?.reg_number || null;
  }
};

const copyDeviceChanges = async ({ db, emit, actorId }: Tx, { requestContext, id, changes }: Write): Promise<void> => {
  const { companyId } = requestContext.caller;
  if (!changes.some(({ field }) => field === 'ObuModelId' || field === 'SimNumber' || field === 'Affiliation')) return;
  await sql`
    update device set (obu_brand, obu_model) = (
      select coalesce(max(m.brand), ''), coalesce(max(m.model), '') from obu_model m where m.id = device.obu_model_id)
    where id = ${id}`.execute(db);
  const { rows } = await sql<{ id: number }>`
    update voucher set sim_number = device.sim_number, obu_brand = device.obu_brand, obu_model = device.obu_model,
      terminal_affiliation = (${JSON.stringify(affiliationCodes)}::jsonb ->> device.affiliation)::int,
      version = voucher.version + 1
    from device
    where voucher.company_id = ${companyId} and voucher.imei = device.imei and voucher.closed_at is null
      and device.id = ${id} and device.company_id = ${companyId}
    returning voucher.id`.execute(db);
  for (const voucher of rows)
    emit('record', { Resource: 'vouchers', Id: voucher.id, Action: 'update', ActorId: actorId });
};

/**
 * Locks the models before the devices. A transaction that changes a model locks the model first and then all its
 * devices.
 */
const lockModels = async ({ db }: Tx, companyId: number, ids: readonly number[]): Promise<void> => {
  await sql`select id from obu_model where id in (select obu_model_id from device
      where company_id = ${companyId} and id = any(${[...ids]}::bigint[])) order by id for key share`.execute(db);
};

export const devicesTable = defineTable(devices, {
  index: { letterPairs: true, search: deviceSearch },
  searchedThrough: { table: () => vouchersTable, column: 'imei', otherColumn: 'imei', where: 'closed_at is null' },
  computed: {
    names: [
      'VoucherId',
      'VehicleRegNumber',
      'LastMessageAt',
      'BatteryPercent',
      'Latitude',
      'Longitude',
      'Identifiers',
      'Anomalies',
      'LifeLine',
    ],
    rows: fillVouchers,
    record: async (...args) => (await import('./whereabouts.ts')).fillWhereabouts(...args),
  },
  lock: lockModels,
  afterWrite: copyDeviceChanges,
});

const copyModelChanges = async ({ db }: Tx, { id, changes }: Write): Promise<void> => {
  if (!changes.some(({ field }) => field === 'Brand' || field === 'Model')) return;
  const { rows } = await sql<{ company_id: number }>`
    select company_id from device where obu_model_id = ${id} order by id for no key update`.execute(db);
  await sql`
    update device set obu_brand = m.brand, obu_model = m.model from obu_model m
    where m.id = ${id} and device.obu_model_id = m.id`.execute(db);
  // Vouchers are locked by company and then by id, in the order that all transactions use.
  for (const companyId of [...new Set(rows.map(({ company_id }) => company_id))].sort((a, b) => a - b)) {
    const companyVouchers = sql`voucher.company_id = ${companyId} and voucher.closed_at is null and device.obu_model_id = ${id}
      and device.company_id = ${companyId} and device.imei = voucher.imei`;
    await sql`select voucher.id from voucher, device where ${companyVouchers}
      order by voucher.id for no key update of voucher`.execute(db);
    await sql`
      update voucher set obu_brand = device.obu_brand, obu_model = device.obu_model, version = voucher.version + 1
      from device where ${companyVouchers}`.execute(db);
  }
};

export const obuModelsTable = defineTable(obuModels, { afterWrite: copyModelChanges });
