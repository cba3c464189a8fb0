import type { Context, HandlersOf } from '../../context.ts';
import { databaseDown, inItsWords, outageFault } from '../../db/outage.ts';

export const healthHandlers = ({ database, log }: Context): HandlersOf<'GET /health'> => ({
  'GET /health': async () => {
    try {
      await database.check();
    } catch (error) {
      log.error({ because: inItsWords(error) }, 'the database does not answer');
      const trouble = database.trouble();
      throw trouble ? databaseDown(trouble) : (outageFault(error) ?? databaseDown('lost'));
    }
    return { Status: 'ok' };
  },
});
