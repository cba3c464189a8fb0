import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/connect.ts';
import { DomainError } from '../errors.ts';

export interface DemoAccounts {
  readonly Password: string;
  readonly Accounts: readonly { readonly Email: string; readonly Role: string; readonly CompanyName: string }[];
}

const isDemoOpen = async (db: Db): Promise<boolean> => {
  const openCompanies = await db
    .selectFrom('company')
    .select('id')
    .where('demo', '=', true)
    .where('closed_at', 'is', null);
  return (await openCompanies.limit(1).executeTakeFirst()) !== undefined;
};

/**
 * Serves the accounts that the login page offers. Answers 404 without demo mode, or if another process has ended the
 * demo.
 */
export const registerDemoPage = (server: FastifyInstance, db: Db, demo: DemoAccounts | undefined): void => {
  server.get('/demo.json', { config: { access: 'public' }, schema: { hide: true } }, async () => {
    if (!demo || !(await isDemoOpen(db))) throw new DomainError('NO_SUCH_CALL', { values: { path: '/demo.json' } });
    return demo;
  });
};
