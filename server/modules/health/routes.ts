import type { Context, HandlersOf } from '../../context.ts';
import { databaseDown, errorText, outageFault } from '../../db/outage.ts';

type Probe = 'GET /health' | 'GET /health/ready' | 'GET /health/live';

export const healthHandlers = ({ database, log }: Context): HandlersOf<Probe> => {
  const ok = { Status: 'ok' } as const;
  const ready = async () => {
    try {
      await database.check();
    } catch (error) {
      log.error({ because: errorText(error) }, 'the database does not answer');
      const trouble = database.trouble();
      throw trouble ? databaseDown(trouble) : (outageFault(error) ?? databaseDown('lost'));
    }
    return ok;
  };
  return { 'GET /health': ready, 'GET /health/ready': ready, 'GET /health/live': async () => ok };
};
