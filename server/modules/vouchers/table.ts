import { sql } from 'kysely';
import { contractStates } from '../../../src/contract/states.ts';
import { vouchers } from '../../../src/resources/vouchers.ts';
import { contractStateOf, fullYears } from '../../domain/contract.ts';
import { defineTable, type Row, type Write } from '../../engine/table/define.ts';
import type { Tx } from '../../transaction.ts';
import { clientFields, copyClient, lockClientsOfVouchers, updateClient } from './clients.ts';
import { voucherSearch } from './searchIndex.ts';
import { lockDevicesOfVouchers, writeAffiliation } from './stock.ts';
import { vehicleFields } from './vehicles.ts';

const vehicleTextFields = ['VehicleBrand', 'VehicleModel', 'VehicleRegNumber', 'VIN', 'VehicleColor'];

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
