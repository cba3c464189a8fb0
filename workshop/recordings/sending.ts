import type { CrashResult, StatisticResult } from '../../src/contract/shapes/telemetry.ts';
import type { VoucherCreate, VoucherRow } from '../../src/contract/shapes/voucher.ts';
import type { Api } from './api.ts';
import { imeiOf } from './imei.ts';
import { batches, crashMessages, statisticMessages } from './messages.ts';
import { type Recording, voucherNumber } from './recording.ts';

/**
 * Result of importing one recording. `messages` counts all sent messages, `known` those that the server had already.
 */
export interface Sent {
  readonly isNewVoucher: boolean;
  readonly messages: number;
  readonly known: number;
  readonly fixes: number;
  readonly suspect: number;
}

export interface Sender {
  readonly api: Api;
  readonly token: string;
  readonly platformKey: string;
  /** Numbers of the vouchers that exist on the server. */
  readonly vouchers: Set<string>;
}

export const readVouchers = async (api: Api, token: string): Promise<VoucherRow[]> =>
  (await api.get<{ Items: VoucherRow[] }>('/api/v2/Voucher/table?pageSize=99999999', token)).Items;

/** Returns the moment from which the device is in use: the first plausible time of the recording. */
const beginningOf = ({ positions, crash }: Recording): string | undefined =>
  [...positions.map(({ DateTime }) => DateTime), ...(crash ? [crash.at] : [])]
    .filter(moment => moment >= '2000')
    .reduce<string | undefined>((first, moment) => (first && first < moment ? first : moment), undefined);

const voucherOf = (recording: Recording): VoucherCreate => {
  const ActivatedAt = beginningOf(recording);
  return {
    VoucherNumber: voucherNumber(recording),
    Client: { LastName: 'Recording', FirstName: recording.family, MiddleName: recording.id },
    Vehicle: recording.vehicle,
    Imei: imeiOf(voucherNumber(recording)),
    ...(ActivatedAt && { ActivatedAt }),
  };
};

export const sendRecording = async (sender: Sender, recording: Recording): Promise<Sent> => {
  const { api, token, platformKey, vouchers } = sender;
  const number = voucherNumber(recording);
  const isNewVoucher = !vouchers.has(number);
  if (isNewVoucher) {
    await api.post('/api/v2/Voucher', voucherOf(recording), token);
    vouchers.add(number);
  }
  const results: (StatisticResult | CrashResult)[] = [];
  const post = async <T extends StatisticResult | CrashResult>(path: string, batch: readonly object[]) => {
    results.push(...(await api.post<{ Results: T[] }>(path, batch, platformKey)).Results);
  };
  for (const batch of batches(statisticMessages(recording)))
    await post<StatisticResult>('/api/statistic/webhook', batch);
  for (const batch of batches(crashMessages(recording))) await post<CrashResult>('/api/crash/webhook', batch);

  const statistics = results.filter(result => 'Accepted' in result);
  return {
    isNewVoucher,
    messages: results.length,
    known: results.filter(({ Duplicate }) => Duplicate).length,
    fixes: statistics.reduce((sum, { Accepted, Suspect }) => sum + Accepted + Suspect, 0),
    suspect: statistics.reduce((sum, { Suspect }) => sum + Suspect, 0),
  };
};
