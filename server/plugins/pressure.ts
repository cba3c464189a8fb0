import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';

const retryAfterS = 5;

/** Answers OVERLOADED to every request while the event loop is delayed by more than `loopDelayMs`. */
export const registerPressure = async (server: FastifyInstance, loopDelayMs = 3000): Promise<void> => {
  await server.register(underPressure, {
    maxEventLoopDelay: loopDelayMs,
    pressureHandler: async (_request, _reply, _type, value) => {
      // A delay of infinity means that the event loop did not turn during the sample, for example at the start. It does
      // not describe the present load. A lasting delay shows in the next sample.
      if (value !== Number.POSITIVE_INFINITY) throw new DomainError('OVERLOADED', { retryAfterS });
    },
  });
};
