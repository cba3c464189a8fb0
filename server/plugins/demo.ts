import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';

export interface DemoAccounts {
  readonly Password: string;
  readonly Accounts: readonly { readonly Email: string; readonly Role: string; readonly CompanyName: string }[];
}

/** What the login page offers to fill in. Outside demo mode there is no such address. */
export const registerDemoPage = (server: FastifyInstance, demo: DemoAccounts | undefined): void => {
  server.get('/demo.json', { config: { access: 'public' }, schema: { hide: true } }, () => {
    if (!demo) throw new DomainError('NO_SUCH_CALL', { values: { path: '/demo.json' } });
    return demo;
  });
};
