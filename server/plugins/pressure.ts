import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';

const retryAfterS = 5;

/** Refuses calls while the event loop is too late to serve them. */
export const registerPressure = async (server: FastifyInstance, loopDelayMs = 3000): Promise<void> => {
  await server.register(underPressure, {
    maxEventLoopDelay: loopDelayMs,
    pressureHandler: async (_request, _reply, _type, value) => {
      // Infinity: the loop did not turn within the sample, as at the start or in one long stall. That does not describe
      // the present. A lasting lag shows in the next sample.
      if (value !== Number.POSITIVE_INFINITY) throw new DomainError('OVERLOADED', { retryAfterS });
    },
  });
};
