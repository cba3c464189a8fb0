import { callRules } from '../../../src/resources/callRules.ts';
import { companies } from '../../../src/resources/companies.ts';
import { isTimeZone } from '../../domain/time-zone.ts';
import { defineTable } from '../../engine/table/define.ts';

/** Each user sees their own company only. */
export const companiesTable = defineTable(companies, {
  cache: 'none',
  validate: ({ TimeZone }) =>
    TimeZone !== undefined && !isTimeZone(String(TimeZone)) ? [{ field: 'TimeZone', message: 'timeZone' }] : [],
});

/** Rules for repeating phone calls to clients. They are columns of the table `company`. */
export const callRulesTable = defineTable(callRules, { source: 'company', cache: 'none' });
