import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';

const sampleMs = 1000;
const retryAfterS = 5;

/** Refuses calls while the event loop is so late that they would only wait. */
export const registerPressure = async (server: FastifyInstance): Promise<void> => {
  // The first sample after the start has the start itself in it, and is nobody's load.
  let countsFromMs = Number.POSITIVE_INFINITY;
  server.addHook('onReady', async () => {
    countsFromMs = performance.now() + 2 * sampleMs;
  });
  await server.register(underPressure, {
    maxEventLoopDelay: 3000,
    sampleInterval: sampleMs,
    pressureHandler: async () => {
      if (performance.now() >= countsFromMs) throw new DomainError('OVERLOADED', { retryAfterS });
    },
  });
};
