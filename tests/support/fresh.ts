import { hashToken } from '../../server/plugins/authentication.ts';
import type { TestApp } from './app.ts';

/** Marks a superuser's session as freshly signed in for ten minutes. */
export const freshen = async ({ connection, clock }: TestApp, token: string): Promise<void> => {
  await connection.db
    .updateTable('session')
    .set({ fresh_until: new Date(clock.now().getTime() + 600_000) })
    .where('token_hash', '=', hashToken(token))
    .execute();
};
