import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/**
 * Returns the options of the server's log. Its lines are structured and have no personal data: the route's pattern
 * instead of the address, no query, no headers, no body.
 */
export const loggerOptions = (level: Config['logLevel']) => ({
  level,
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
    res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
  },
});
