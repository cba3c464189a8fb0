import type { Context, HandlersOf } from '../../context.ts';
import { databaseDownError, errorText, outageFault } from '../../db/outage.ts';

type Probe = 'GET /health' | 'GET /health/ready' | 'GET /health/live';

export const healthHandlers = ({ database, log }: Context): HandlersOf<Probe> => {
  const okAnswer = { Status: 'ok' } as const;
  const checkReadiness = async () => {
    try {
      await database.check();
    } catch (error) {
      log.error({ because: errorText(error) }, 'the database does not answer');
      const currentOutage = database.currentOutage();
      throw currentOutage ? databaseDownError(currentOutage) : (outageFault(error) ?? databaseDownError('lost'));
    }
    return okAnswer;
  };
  return {
    'GET /health': checkReadiness,
    'GET /health/ready': checkReadiness,
    'GET /health/live': async () => okAnswer,
  };
};
