export { keepFigures } from './keep.ts';
export { periodOf, subjectOf } from './object.ts';
export { driverDaysSql } from './scoreSql.ts';
export { sumColumns, sumValues } from './sumColumns.ts';
export { explainVoucher, voucherFigures } from './voucher.ts';
