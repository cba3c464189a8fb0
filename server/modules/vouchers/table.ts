import { sql } from 'kysely';
import { contractStates } from '../../../src/contract/states.ts';
import { vouchers } from '../../../src/resources/vouchers.ts';
import { contractStateOf, fullYears } from '../../domain/contract.ts';
import { defineTable, type Row, type Write } from '../../engine/table/define.ts';
import type { Tx } from '../../transaction.ts';
import { changeClient, clientFields, copyClient, lockClientsOf } from './clients.ts';
import { voucherFound } from './searchIndex.ts';
import { lockDevicesUnder, writeAffiliation } from './stock.ts';
import { vehicleFields } from './vehicles.ts';

const vehicleTexts = ['VehicleBrand', 'VehicleModel', 'VehicleRegNumber', 'VIN', 'VehicleColor'];

/**
 * Copies the corrections of a voucher to its client, the client's other vouchers, its vehicle, and the owner of its
 * device.
 */
const writeCopies = async (tx: Tx, { requestContext: asking, id, before, changes }: Write): Promise<void> => {
  if (!before) return;
  const { companyId } = asking.caller;
  const ofClient = changes.filter(({ field }) => field in clientFields);
  if (ofClient.length > 0) {
    const clientId = Number(before.ClientId);
    await changeClient(
      tx.db,
      companyId,
      clientId,
      Object.fromEntries(ofClient.map(({ field, after }) => [field, after])),
    );
    const others = await copyClient(tx.db, companyId, clientId, id);
    for (const other of others)
      if (other !== id) tx.emit('record', { Resource: 'vouchers', Id: other, Action: 'update', ActorId: tx.actorId });
    await tx.audit({ entity: 'client', entityId: clientId, action: 'update', changes: ofClient });
  }
  const affiliation = changes.find(({ field }) => field === 'TerminalAffiliation');
  if (affiliation && before.VoucherClosureDate === null)
    await writeAffiliation(tx, companyId, String(before.IMEI ?? '') || null, affiliation.after);
  const sets = changes.flatMap(({ field, after }) => {
    const columns = vehicleFields[field as keyof typeof vehicleFields];
    return columns ? [sql`${sql.ref(columns[1])} = ${after ?? (vehicleTexts.includes(field) ? '' : null)}`] : [];
  });
  if (sets.length > 0)
    await sql`update vehicle set ${sql.join(sets)}, version = version + 1 where company_id = ${companyId}
      and id = (select vehicle_id from voucher where company_id = ${companyId} and id = ${id})`.execute(tx.db);
};

const textOf = (row: Row, name: string): string | null => (row[name] as string | null | undefined) ?? null;

/** Names of figures that only `details` computes and returns. */
const figures = [
  'FirstTripAt',
  'LastTripAt',
  'DistanceKm',
  'TripsCount',
  'Score',
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
  index: { letterPairs: true, search: voucherFound },
  computed: {
    names: ['CompanyName', 'VoucherStatusCycle', 'ContractState', 'ContractStatus', 'DrivingExperience', ...figures],
    reads: ['Status', 'ContractBeginDate', 'ContractEndDate', 'VoucherClosureDate', 'FirstDrivingLicenseDate'],
  },
  present: (row, { companyName, nowIso }) => {
    const state = contractStateOf(
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
    row.ContractState = state;
    row.ContractStatus = state && contractStates.indexOf(state) + 1;
    row.DrivingExperience = fullYears(textOf(row, 'FirstDrivingLicenseDate'), nowIso);
  },
  lifeCycle: {
    code: async () => {
      const { lockDevicesOf, voucherMoves, voucherUndo } = await import('./moves.ts');
      return { lock: lockDevicesOf, work: voucherMoves, undo: voucherUndo };
    },
  },
  lock: async (tx, companyId, ids) => {
    await lockDevicesUnder(tx, companyId, ids);
    await lockClientsOf(tx, companyId, ids);
  },
  afterWrite: writeCopies,
});
