import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';

const retryAfterS = 5;

/** Refuses calls while the event loop is so late that they would only wait. */
export const registerPressure = async (server: FastifyInstance): Promise<void> => {
  await server.register(underPressure, {
    maxEventLoopDelay: 3000,
    pressureHandler: async (_request, _reply, _type, value) => {
      // A sample in which the loop never came round, as after the start or one long stall, tells nothing of now; a loop
      // that is late all the time shows by how much in the next one.
      if (value !== Number.POSITIVE_INFINITY) throw new DomainError('OVERLOADED', { retryAfterS });
    },
  });
};
