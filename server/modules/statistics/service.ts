export { readWeeklyScores } from './companyWeeks.ts';
export { addDays, periodOf, readSubject } from './object.ts';
export { recomputeScores } from './rescoring.ts';
export { driverDaysSql } from './scoreSql.ts';
export { updateFigures } from './storedFigures.ts';
export { stretchSumsSql } from './stretches.ts';
export { sumColumns, sumValues } from './sumColumns.ts';
export { explainVoucher, voucherFigures } from './voucher.ts';
export { weekdaySumsSql } from './weekdays.ts';
