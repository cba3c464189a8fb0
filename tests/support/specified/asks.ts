import { accidentAsks } from './accidentAsks.ts';
import { accountAsks } from './accountAsks.ts';
import type { Asks } from './ask.ts';
import { drivingAsks } from './drivingAsks.ts';
import { voucherAsks } from './voucherAsks.ts';

/** Valid requests of every call that the specification names. */
export const asks: Asks = { ...accountAsks, ...accidentAsks, ...voucherAsks, ...drivingAsks };
