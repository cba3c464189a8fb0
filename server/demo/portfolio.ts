import { dayMs } from '../../src/schema/kinds/time.ts';
import { accidentTables, copiedAccidents, type IdCounters } from './accidentRows.ts';
import { type DemoAccident, generateAccidents } from './accidents.ts';
import { deviceFor } from './identifiers.ts';
import { centerRows } from './officeData.ts';
import { demoAccounts, organisationRows } from './organisation.ts';
import { type LastIds, noIds, type TableRows } from './rows.ts';
import { telemetryTables } from './telemetryRows.ts';
import { voucherTables } from './voucherRows.ts';
import { voucherOf, vouchersPerCopy, type World } from './vouchers.ts';

/** Devices that are installed but not registered. Their messages wait in the quarantine. */
const unknownDevices = [
  { stock: 9_100_001, messages: 14, sinceDays: 2.4 },
  { stock: 9_100_002, messages: 3, sinceDays: 0.3 },
] as const;

/** Messages of unknown devices to the first company: a position every hour or so. */
const quarantineRows = ({ today }: World, lastIds: LastIds): TableRows => ({
  table: 'quarantine',
  rows: unknownDevices.flatMap(({ stock, messages, sinceDays }) =>
    Array.from({ length: messages }, (_, index) => {
      const { imei } = deviceFor(stock);
      const receivedAt = new Date(today.getTime() - (sinceDays * dayMs * (messages - index)) / messages);
      const MessageId = `demo-${stock}-${index + 1}`;
      const position = {
        DateTime: new Date(receivedAt.getTime() - 20_000).toISOString(),
        Latitude: 55.7 + index / 500,
        Longitude: 37.5 + index / 300,
        Speed: 20 + ((index * 7) % 40),
      };
      const body = { MessageId, Imei: imei, Positions: [position] };
      return {
        company_id: lastIds.company + 1,
        imei,
        kind: 'statistic',
        message_id: MessageId,
        body: { json: body },
        received_at: receivedAt,
      };
    }),
  ),
});

export const demoSeed = 20_260_115;

export type PortfolioOptions = {
  seed?: number;
  /** The demo's current date. All data of the demo lies before this date. */
  today: Date;
  passwordHash: string;
  counters?: IdCounters;
  /** Ids of device models, by brand and model. */
  models?: ReadonlyMap<string, number>;
};

export type CopyOptions = PortfolioOptions & {
  /** Numbers of the copies to generate, `from` up to but not including `to`. Copy 0 is the base portfolio. */
  from: number;
  to: number;
};

const emptyCounters: IdCounters = { lastIds: noIds };

const createWorld = ({ seed = demoSeed, today }: PortfolioOptions): World => ({ seed, today });

const createBase = (world: World) => {
  const vouchers = Array.from({ length: vouchersPerCopy }, (_, index) => voucherOf(world, index));
  return { vouchers, accidents: generateAccidents(world, vouchers) };
};

const createCrashCounter = (accidents: readonly DemoAccident[]) => {
  const crashes = new Map<number, number>();
  for (const { voucher } of accidents) crashes.set(voucher.index, (crashes.get(voucher.index) ?? 0) + 1);
  return (slot: number): number => crashes.get(slot) ?? 0;
};

/** The base portfolio, table by table in the order that foreign keys need. */
export function* basePortfolio(options: PortfolioOptions): Generator<TableRows> {
  const world = createWorld(options);
  const counters = options.counters ?? emptyCounters;
  const accounts = demoAccounts(world, counters.lastIds);
  const { vouchers, accidents } = createBase(world);
  yield* organisationRows(world, counters.lastIds, accounts, options.passwordHash);
  yield centerRows(counters.lastIds);
  yield* voucherTables(world, counters.lastIds, { from: 0, to: 1 }, createCrashCounter(accidents), options.models);
  yield quarantineRows(world, counters.lastIds);
  yield* accidentTables(world, counters, accidents, accounts);
  yield* telemetryTables(world, counters.lastIds, vouchers, accidents);
}

/**
 * Generates copies of the portfolio for load tests. People, cars and devices differ. The accidents are those of the
 * base portfolio at other times. There is no telemetry. Rows are generated lazily.
 */
export function* portfolioCopies(options: CopyOptions): Generator<TableRows> {
  const world = createWorld(options);
  const counters = options.counters ?? emptyCounters;
  const { accidents } = createBase(world);
  const range = { from: options.from, to: options.to };
  yield* voucherTables(world, counters.lastIds, range, createCrashCounter(accidents), options.models);
  yield* copiedAccidents(world, counters, accidents, range);
}
