import { createHash } from 'node:crypto';
import { luhnDigit } from '../../src/schema/kinds/imei.ts';

/** Returns a deterministic IMEI for a voucher number: fourteen digits and the Luhn digit. */
export const imeiOf = (voucherNumber: string): string => {
  const hash = createHash('sha256').update(voucherNumber).digest();
  // The IMEI begins with the reporting body 00, which is reserved for test devices. It cannot collide with a real IMEI.
  const digits = `00${String(hash.readUIntBE(0, 6) % 1_000_000_000_000).padStart(12, '0')}`;
  return digits + String(luhnDigit(digits));
};
