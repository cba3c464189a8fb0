import { accidentsTable } from './accidents/table.ts';
import { billedVouchersTable } from './billing/table.ts';
import { clientsTable } from './clients/table.ts';
import { callRulesTable, companiesTable } from './companies/table.ts';
import { devicesTable, obuModelsTable } from './devices/table.ts';
import { dictionaryEntriesTable } from './dictionaries/table.ts';
import { platformKeysTable, quarantinedDevicesTable } from './platforms/table.ts';
import { scoringOfPeriodTable, scoringTable } from './statistics/table.ts';
import { anomaliesTable } from './telemetry/table.ts';
import { operatorsTable } from './users/table.ts';
import { vouchersTable } from './vouchers/table.ts';
import { webhookDeliveriesTable, webhooksTable } from './webhooks/table.ts';

/**
 * Tables of the insurer that differ from the defaults of their description. Apart from the modules, because the thread
 * that writes exports reads tables and runs no module.
 */
export const moduleTables = [
  accidentsTable,
  billedVouchersTable,
  clientsTable,
  callRulesTable,
  companiesTable,
  devicesTable,
  obuModelsTable,
  dictionaryEntriesTable,
  platformKeysTable,
  quarantinedDevicesTable,
  scoringOfPeriodTable,
  scoringTable,
  anomaliesTable,
  operatorsTable,
  vouchersTable,
  webhookDeliveriesTable,
  webhooksTable,
] as const;
