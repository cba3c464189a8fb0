import { createHash } from 'node:crypto';
import { luhnDigit } from '../../src/kinds/imei.ts';

/** The same voucher has the same device each time: fourteen digits from its number, and the Luhn digit. */
export const imeiOf = (voucherNumber: string): string => {
  const hash = createHash('sha256').update(voucherNumber).digest();
  // 00 is the reporting body of test devices, so none of these is anybody's.
  const digits = `00${String(hash.readUIntBE(0, 6) % 1_000_000_000_000).padStart(12, '0')}`;
  return digits + String(luhnDigit(digits));
};
