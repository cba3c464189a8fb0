import { callRules } from '../../../src/resources/callRules.ts';
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

/** A company's rules lie in its own row. */
export const callRulesTable = defineTable(callRules, { from: 'company', companyColumn: 'id', counted: true });
