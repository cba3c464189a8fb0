export { scoresByWeek } from './companyWeeks.ts';
export { addDays, periodOf, subjectOf } from './object.ts';
export { drawScores } from './rescoring.ts';
export { driverDaysSql } from './scoreSql.ts';
export { updateFigures } from './storedFigures.ts';
export { addedUpSql } from './stretches.ts';
export { sumColumns, sumValues } from './sumColumns.ts';
export { explainVoucher, voucherFigures } from './voucher.ts';
export { weekdaySumsSql } from './weekdays.ts';
