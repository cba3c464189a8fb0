import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { queryRunnerOf } from '../../db/read.ts';
import { parseRestQuery, readRestPage } from '../table/rest.ts';
import { equals } from '../table/statement.ts';
import { auditList, requireMayRead } from './query.ts';
import { withTitles } from './titles.ts';

export const auditHandlers = (context: Context): HandlersOf<'GET /api/v3/audit'> => ({
  'GET /api/v3/audit': async ({ caller, query }) => {
    const question = parseRestQuery(auditList, query);
    requireMayRead(context.registry, caller, question);
    const conditions = [equals('company_id', caller.companyId)];
    const page = await readRestPage<AuditRow, typeof auditList.filters>(
      context,
      caller,
      auditList,
      question,
      conditions,
    );
    return { ...page, items: await withTitles(queryRunnerOf(context.db), context.registry, caller, page.items) };
  },
});
