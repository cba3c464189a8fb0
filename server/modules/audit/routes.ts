import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { readRest, readRestQuestion } from '../../table/rest.ts';
import { equals } from '../../table/statement.ts';
import { auditList, requireMayRead } from './query.ts';

export const auditHandlers = (context: Context): HandlersOf<'GET /api/v3/audit'> => ({
  'GET /api/v3/audit': async ({ caller, query }) => {
    const question = readRestQuestion(auditList, query);
    requireMayRead(caller, question);
    const conditions = [equals('company_id', caller.companyId)];
    return readRest<AuditRow, typeof auditList.filters>(context, caller, auditList, question, conditions);
  },
});
