import type { Context, HandlersOf } from '../../context.ts';
import { readQuestion, requireMayRead } from './query.ts';
import { readAudit } from './repository.ts';

export const auditHandlers = ({ db }: Context): HandlersOf<'GET /api/v3/audit'> => ({
  'GET /api/v3/audit': async ({ caller, query }) => {
    const question = readQuestion(query);
    requireMayRead(caller, question);
    const { rows, total } = await readAudit(db, caller.companyId, question);
    const place = rows.length > 0 ? `${question.first}-${question.first + rows.length - 1}` : '*';
    return { items: rows, contentRange: `audit ${place}/${total}` };
  },
});
