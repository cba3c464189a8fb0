import type { FastifyInstance } from 'fastify';
import type { Access } from '../../src/contract/access.ts';
import type { Fields } from '../../src/schema/forms.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Fields of the body that a resource's description defines, by their path in the body. */
    fields?: Fields;
  }
}

/** Prevents the server from starting with a route that does not declare its access. */
export const requireAccess = (server: FastifyInstance): void => {
  const findUndeclared: (() => string | undefined)[] = [];
  server.addHook('onRoute', route => {
    findUndeclared.push(() => (route.config?.access ? undefined : `${String(route.method)} ${route.url}`));
  });
  server.addHook('onReady', async () => {
    const undeclaredRoutes = findUndeclared.map(check => check()).filter(name => name !== undefined);
    if (undeclaredRoutes.length > 0)
      throw new Error(`These routes do not say who may use them:\n${undeclaredRoutes.join('\n')}`);
  });
};
