import { companies } from '../../../src/resources/companies.ts';
import { isTimeZone } from '../../domain/time-zone.ts';
import { defineTable } from '../../table/define.ts';

/** Everybody's own company, and no other. */
export const companiesTable = defineTable(companies, {
  companyColumn: 'id',
  counted: true,
  check: ({ TimeZone }) =>
    TimeZone !== undefined && !isTimeZone(String(TimeZone)) ? [{ field: 'TimeZone', message: 'timeZone' }] : [],
});
