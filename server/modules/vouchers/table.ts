import { sql } from 'kysely';
import { contractStates } from '../../../src/contract/states.ts';
import { vouchers } from '../../../src/resources/vouchers.ts';
import { contractStateOf, fullYears } from '../../domain/contract.ts';
import { defineTable, type Row, type Write } from '../../engine/table/define.ts';
import { columnText, joinColumns, type SearchIndex } from '../../engine/table/searchIndex.ts';
import type { Tx } from '../../transaction.ts';
import { clientFields, copyClient, lockClientsOfVouchers, updateClient } from './clients.ts';
import { lockDevicesOfVouchers, writeAffiliation } from './stock.ts';
import { vehicleFields, vehicleTextFields } from './vehicles.ts';

/**
 * Search index of vouchers. Its SQL expressions must equal those of the database indexes, because PostgreSQL uses an
 * index only for the same expression.
 */
const voucherSearch: SearchIndex = {
  id: 'id',
  columns: `id, object_id, number, reg_number, client_name, client_phone, coalesce(imei, '') as imei, vin,
    vehicle_brand, vehicle_model, city`,
  keys: [
    { keyKind: 'key', expression: 'search_plain(number)' },
    { keyKind: 'key', expression: 'search_plain(reg_number)' },
    { keyKind: 'name', expression: 'search_words(client_name)' },
    { keyKind: 'tail', expression: 'reverse(imei)' },
    { keyKind: 'tail', expression: 'reverse(search_plain(vin))' },
    { keyKind: 'phoneTail', expression: 'reverse(search_phone(client_phone))' },
  ],
  lexemes: 'search_words',
  text: 'search',
  columnRoles: {
    number: 'key',
    reg_number: 'key',
    client_name: 'name',
    imei: 'key',
    client_phone: 'phone',
    vin: 'key',
    vehicle_brand: 'text',
    vehicle_model: 'text',
    city: 'text',
  },
  display: row => ({
    Title: columnText(row, 'number'),
    about: [
      columnText(row, 'client_name'),
      columnText(row, 'reg_number'),
      joinColumns(row, 'vehicle_brand', 'vehicle_model'),
    ],
  }),
};

/**
 * Copies the corrections of a voucher to its client, the client's other vouchers, its vehicle, and the owner of its
 * device.
 */
const copyCorrections = async (tx: Tx, { requestContext, id, before, changes }: Write): Promise<void> => {
  if (!before) return;
  const { companyId } = requestContext.caller;
  const clientChanges = changes.filter(({ field }) => field in clientFields);
  if (clientChanges.length > 0) {
    const clientId = Number(before.ClientId);
    await updateClient(
      tx.db,
      companyId,
      clientId,
      Object.fromEntries(clientChanges.map(({ field, after }) => [field, after])),
    );
    const voucherIds = await copyClient(tx.db, companyId, clientId, id);
    for (const voucherId of voucherIds)
      if (voucherId !== id)
        tx.emit('record', { Resource: 'vouchers', Id: voucherId, Action: 'update', ActorId: tx.actorId });
    await tx.audit({ entity: 'client', entityId: clientId, action: 'update', changes: clientChanges });
  }
  const affiliation = changes.find(({ field }) => field === 'TerminalAffiliation');
  if (affiliation && before.VoucherClosureDate === null)
    await writeAffiliation(tx, companyId, String(before.IMEI ?? '') || null, affiliation.after);
  const assignments = changes.flatMap(({ field, after }) => {
    const columns = vehicleFields[field as keyof typeof vehicleFields];
    return columns ? [sql`${sql.ref(columns[1])} = ${after ?? (vehicleTextFields.includes(field) ? '' : null)}`] : [];
  });
  if (assignments.length > 0)
    await sql`update vehicle set ${sql.join(assignments)}, version = version + 1 where company_id = ${companyId}
      and id = (select vehicle_id from voucher where company_id = ${companyId} and id = ${id})`.execute(tx.db);
};

const textOf = (row: Row, name: string): string | null => (row[name] as string | null | undefined) ?? null;

/** Names of figures that only the call for a voucher's details computes and returns. */
const computedFields = [
  'FirstTripAt',
  'LastTripAt',
  'DistanceKm',
  'TripsCount',
  'Score',
  'ScoreLow',
  'ScoreHigh',
  'Band',
  'ScoreBefore',
  'EnoughData',
  'Explanation',
];

const stages: readonly string[] = vouchers.fields.Status.choices;

export const vouchersTable = defineTable(vouchers, {
  columns: {
    ObjectId: 'object_id',
    VoucherNumber: 'number',
    Number: 'serial',
    VoucherCreationDate: 'created_at',
    VoucherActivationDate: 'activated_at',
    VoucherClosureDate: 'closed_at',
    ContractBeginDate: 'contract_begin',
    ContractEndDate: 'contract_end',
    PhoneNumber: 'client_phone',
    VehicleRegNumber: 'reg_number',
    DeviceSimNumber: 'sim_number',
    Status: 'stage',
  },
  index: { letterPairs: true, search: voucherSearch },
  computed: {
    names: [
      'CompanyName',
      'VoucherStatusCycle',
      'ContractState',
      'ContractStatus',
      'DrivingExperience',
      ...computedFields,
    ],
    reads: ['Status', 'ContractBeginDate', 'ContractEndDate', 'VoucherClosureDate', 'FirstDrivingLicenseDate'],
  },
  present: (row, { companyName, nowIso }) => {
    const contractState = contractStateOf(
      {
        begin: textOf(row, 'ContractBeginDate'),
        end: textOf(row, 'ContractEndDate'),
        closedAt: textOf(row, 'VoucherClosureDate'),
      },
      nowIso,
    );
    row.IMEI ??= '';
    row.CompanyName = companyName;
    row.VoucherStatusCycle = stages.indexOf(String(row.Status)) + 1;
    row.ContractState = contractState;
    row.ContractStatus = contractState && contractStates.indexOf(contractState) + 1;
    row.DrivingExperience = fullYears(textOf(row, 'FirstDrivingLicenseDate'), nowIso);
  },
  lifeCycle: {
    code: async () => {
      const { lockVoucherAndDevices, voucherMoves, voucherUndo } = await import('./moves.ts');
      return { lock: lockVoucherAndDevices, work: voucherMoves, undo: voucherUndo };
    },
  },
  lock: async (tx, companyId, ids) => {
    await lockDevicesOfVouchers(tx, companyId, ids);
    await lockClientsOfVouchers(tx, companyId, ids);
  },
  afterWrite: copyCorrections,
});
