import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import { queryRunnerOf } from '../../db/read.ts';
import { defineModule } from '../../module.ts';
import { parseRestQuery, readRestPage } from '../table/rest.ts';
import { equals } from '../table/statement.ts';
import { auditList, requireMayRead } from './query.ts';
import { withTitles } from './titles.ts';

export const audit = defineModule({
  calls: ({ context }) => ({
    'GET /api/v3/audit': async ({ caller, query }) => {
      const { db, registry } = context;
      const question = parseRestQuery(auditList, query);
      requireMayRead(registry, caller, question);
      const conditions = [equals('company_id', caller.companyId)];
      const page = await readRestPage<AuditRow, typeof auditList.filters>(
        context,
        caller,
        auditList,
        question,
        conditions,
      );
      return { ...page, items: await withTitles(queryRunnerOf(db), registry, caller, page.items) };
    },
  }),
});
