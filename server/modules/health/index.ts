import { databaseDownError, errorText, outageFault } from '../../db/outage.ts';
import { defineModule } from '../../module.ts';

export const health = defineModule({
  calls: ({ context: { database, log } }) => {
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
  },
});
