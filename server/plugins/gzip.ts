import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';

/**
 * Accepts gzip bodies. The route's limit counts decompressed bytes as they arrive, so a zip bomb is cut off at the
 * limit and never held in memory.
 */
export const registerGzip = (server: FastifyInstance): void => {
  server.addHook('preParsing', async (request, _reply, payload) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase();
    if (!encoding || encoding === 'identity') return payload;
    if (encoding !== 'gzip') throw new DomainError('WRONG_MEDIA_TYPE', { values: { type: encoding } });
    const decompressed = Object.assign(createGunzip(), { receivedEncodedLength: 0 });
    payload.on('data', (chunk: Buffer) => {
      decompressed.receivedEncodedLength += chunk.length;
    });
    payload.on('error', error => decompressed.destroy(error));
    decompressed.on('error', error => Object.assign(error, { statusCode: 400 }));
    payload.pipe(decompressed);
    return decompressed;
  });
};
