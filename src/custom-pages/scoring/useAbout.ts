import type { Span } from './period.ts';
import { type ScoringObject, useVoucher } from './queries.ts';
import { useFormat } from './useFormat.ts';

/**
 * Returns the subject of an exported file: client, voucher and period. `period`: days, or a text such as a month. Absent:
 * the whole life of the voucher.
 */
export const useAbout = ({ voucherId }: ScoringObject, period?: Span | string): string => {
  const { day } = useFormat();
  const { data: voucher } = useVoucher(voucherId);
  const periodText = typeof period === 'object' ? `${day(period.from)} – ${day(period.to)}` : period;
  return [voucher?.ClientName, voucher?.VoucherNumber, periodText].filter(Boolean).join(' · ');
};
