import type { Context, HandlersOf } from '../../context.ts';
import { DomainError } from '../../errors.ts';

export const healthHandlers = ({ pool, log }: Context): HandlersOf<'GET /health'> => ({
  'GET /health': async () => {
    try {
      await pool.query('select 1');
    } catch (err) {
      log.error({ err }, 'the database does not answer');
      throw new DomainError('OVERLOADED', { retryAfterS: 5 });
    }
    return { Status: 'ok' };
  },
});
