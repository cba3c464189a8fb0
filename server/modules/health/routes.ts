import type { Context, HandlersOf } from '../../context.ts';
import { databaseDown, errorText, outageFault } from '../../db/outage.ts';

export const healthHandlers = ({ database, log }: Context): HandlersOf<'GET /health'> => ({
  'GET /health': async () => {
    try {
      await database.check();
    } catch (error) {
      log.error({ because: errorText(error) }, 'the database does not answer');
      const trouble = database.trouble();
      throw trouble ? databaseDown(trouble) : (outageFault(error) ?? databaseDown('lost'));
    }
    return { Status: 'ok' };
  },
});
