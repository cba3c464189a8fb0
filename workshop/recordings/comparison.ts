import type { AccidentDetail, AccidentRow } from '../../src/contract/shapes/accident.ts';
import type { TripRow } from '../../src/contract/shapes/telemetry.ts';
import type { VoucherRow } from '../../src/contract/shapes/voucher.ts';
import { accidentStatuses } from '../../src/contract/states.ts';
import type { Api } from './api.ts';
import { median } from './cells.ts';
import type { CrashReference, RouteReference } from './references.ts';

export const percentOff = (actual: number, expected: number): number => (actual / expected - 1) * 100;

type Vouchers = readonly VoucherRow[];

export interface RouteLine extends RouteReference {
  readonly trips: number;
  readonly km: number;
}

export const compareRoutes = async (api: Api, token: string, vouchers: Vouchers, routes: readonly RouteReference[]) => {
  const lines: RouteLine[] = [];
  for (const route of routes) {
    const objectId = vouchers.find(({ VoucherNumber }) => VoucherNumber === route.voucher)?.ObjectId;
    if (!objectId) continue;
    const query = new URLSearchParams({ objectId, pageSize: '99999999' });
    const { Items } = await api.get<{ Items: TripRow[] }>(`/api/v2/StatisticSummingTrip/list?${query}`, token);
    lines.push({ ...route, trips: Items.length, km: Items.reduce((sum, { DistanceKm }) => sum + DistanceKm, 0) });
  }
  const errors = lines.map(({ km, matchedKm }) => Math.abs(percentOff(km, matchedKm)));
  return { lines, median: median(errors), worst: Math.max(...errors) };
};

export interface CrashLine extends CrashReference {
  readonly facts: AccidentDetail['Facts'];
}

const accidentsOf = async (api: Api, token: string, voucher: string): Promise<AccidentRow[]> => {
  const found: AccidentRow[] = [];
  for (const status of accidentStatuses) {
    const query = new URLSearchParams({ search: voucher, pageSize: '50' });
    const { Items } = await api.get<{ Items: AccidentRow[] }>(`/api/v2/Accident/table/${status}?${query}`, token);
    found.push(...Items.filter(({ VoucherNumber }) => VoucherNumber === voucher));
  }
  return found;
};

export const compareCrashes = async (api: Api, token: string, crashes: readonly CrashReference[]) => {
  const lines: CrashLine[] = [];
  for (const crash of crashes)
    for (const { Id } of await accidentsOf(api, token, crash.voucher))
      lines.push({ ...crash, facts: (await api.get<AccidentDetail>(`/api/v2/Accident/${Id}`, token)).Facts });
  return lines;
};
