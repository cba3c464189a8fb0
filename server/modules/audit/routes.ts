import type { Context, HandlersOf } from '../../context.ts';
import { ranged } from '../../table/rest.ts';
import { readQuestion, requireMayRead } from './query.ts';
import { readAudit } from './repository.ts';

export const auditHandlers = ({ reads }: Context): HandlersOf<'GET /api/v3/audit'> => ({
  'GET /api/v3/audit': async ({ caller, query }) => {
    const question = readQuestion(query);
    requireMayRead(caller, question);
    const { rows, total } = await readAudit(reads.db, caller.companyId, question);
    return ranged('audit', question, rows, total);
  },
});
