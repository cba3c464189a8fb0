import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { readBy } from '../../db/read.ts';
import { readRest, readRestQuestion } from '../table/rest.ts';
import { equals } from '../table/statement.ts';
import { auditList, requireMayRead } from './query.ts';
import { withTitles } from './titles.ts';

export const auditHandlers = (context: Context): HandlersOf<'GET /api/v3/audit'> => ({
  'GET /api/v3/audit': async ({ caller, query }) => {
    const question = readRestQuestion(auditList, query);
    requireMayRead(context.registry, caller, question);
    const conditions = [equals('company_id', caller.companyId)];
    const page = await readRest<AuditRow, typeof auditList.filters>(context, caller, auditList, question, conditions);
    return { ...page, items: await withTitles(readBy(context.db), context.registry, caller, page.items) };
  },
});
