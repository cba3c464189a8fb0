import { deviceFor } from './identifiers.ts';
import type { LastIds, TableRows } from './rows.ts';
import { dayMs, type World } from './vouchers.ts';

/** Devices that were installed before their registration. Each continues to send, and its messages wait. */
const unknown = [
  { stock: 9_100_001, messages: 14, sinceDays: 2.4 },
  { stock: 9_100_002, messages: 3, sinceDays: 0.3 },
] as const;

/** Messages of unknown devices to the first company: a position every hour or so. */
export const quarantineRows = ({ today }: World, last: LastIds): TableRows => ({
  table: 'quarantine',
  columns: ['company_id', 'imei', 'kind', 'message_id', 'body', 'received_at'],
  rows: unknown.flatMap(({ stock, messages, sinceDays }) =>
    Array.from({ length: messages }, (_, at) => {
      const { imei } = deviceFor(stock);
      const received = new Date(today.getTime() - (sinceDays * dayMs * (messages - at)) / messages);
      const MessageId = `demo-${stock}-${at + 1}`;
      const position = {
        DateTime: new Date(received.getTime() - 20_000).toISOString(),
        Latitude: 55.7 + at / 500,
        Longitude: 37.5 + at / 300,
        Speed: 20 + ((at * 7) % 40),
      };
      const body = { MessageId, Imei: imei, Positions: [position] };
      return [last.company + 1, imei, 'statistic', MessageId, { json: body }, received];
    }),
  ),
});
