import { contractStates } from '../../../src/contract/states.ts';
import { vouchers } from '../../../src/resources/vouchers.ts';
import { contractStateOf, fullYears } from '../../domain/contract.ts';
import { defineTable, type Row } from '../../engine/table/define.ts';
import { holdClientsOf } from './clients.ts';
import { writeCopies } from './copies.ts';
import { voucherFound } from './searchIndex.ts';
import { holdDevicesUnder } from './stock.ts';

const textOf = (row: Row, name: string): string | null => (row[name] as string | null | undefined) ?? null;

/** Names that only `details` returns and computes itself. */
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
  moves: {
    code: async () => {
      const { holdDevicesOf, voucherMoves, voucherUndo } = await import('./moves.ts');
      return { lock: holdDevicesOf, work: voucherMoves, undo: voucherUndo };
    },
  },
  lock: async (tx, companyId, ids) => {
    await holdDevicesUnder(tx, companyId, ids);
    await holdClientsOf(tx, companyId, ids);
  },
  afterWrite: writeCopies,
});
