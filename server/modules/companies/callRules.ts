import { callRules } from '../../../src/resources/callRules.ts';
import { defineTable } from '../../table/define.ts';

/** A company's rules lie in its own row. */
export const callRulesTable = defineTable(callRules, { from: 'company', companyColumn: 'id', counted: true });
