import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ordinaryBodyBytes } from '../../src/contract/call.ts';
import { DomainError } from '../errors.ts';
import type { MemoryPlan } from '../process/memory.ts';
import { sizeText } from './errors.ts';
import { localeOf } from './locale.ts';

const retryAfterS = 5;

/** Limit on the bytes that all request bodies of one kind may occupy together, and the bytes occupied now. */
interface Budget {
  readonly bytes: number;
  takenBytes: number;
}

class Reservation {
  /**
   * True after the request's handler has begun. The body is then needed until the handler ends, even if the client
   * disconnects.
   */
  inUse = false;
  private budget: Budget;
  private bytes = 0;

  constructor(
    private readonly smallBudget: Budget,
    private readonly largeBudget: Budget,
    private readonly takenByCompany: Map<number, number>,
    private readonly companyId: number,
  ) {
    this.budget = smallBudget;
  }

  /**
   * Increases the reservation for the body to `bytes` bytes in total. Throws OVERLOADED if there is not enough memory.
   */
  reserve(bytes: number): void {
    if (bytes <= this.bytes) return;
    const budget = bytes > ordinaryBodyBytes ? this.largeBudget : this.smallBudget;
    const bytesBefore = budget === this.budget ? this.bytes : 0;
    if (
      budget.takenBytes - bytesBefore + bytes > budget.bytes ||
      (budget === this.largeBudget && this.exceedsCompanyShare(bytes - bytesBefore))
    )
      throw new DomainError('OVERLOADED', { retryAfterS });
    this.budget.takenBytes -= this.bytes;
    if (this.budget === this.largeBudget) this.countForCompany(-this.bytes);
    this.budget = budget;
    this.bytes = bytes;
    budget.takenBytes += bytes;
    if (budget === this.largeBudget) this.countForCompany(bytes);
  }

  release(): void {
    this.budget.takenBytes -= this.bytes;
    if (this.budget === this.largeBudget) this.countForCompany(-this.bytes);
    this.bytes = 0;
  }

  /**
   * Returns true if several bodies of the company would take more than half of the memory for large bodies. The other
   * half stays free for other companies.
   */
  private exceedsCompanyShare(moreBytes: number): boolean {
    const takenOfCompany = this.takenByCompany.get(this.companyId) ?? 0;
    const takenByOtherBodies = takenOfCompany - (this.budget === this.largeBudget ? this.bytes : 0);
    return takenByOtherBodies > 0 && takenOfCompany + moreBytes > this.largeBudget.bytes / 2;
  }

  private countForCompany(bytes: number): void {
    const takenOfCompany = (this.takenByCompany.get(this.companyId) ?? 0) + bytes;
    if (takenOfCompany > 0) this.takenByCompany.set(this.companyId, takenOfCompany);
    else this.takenByCompany.delete(this.companyId);
  }
}

const reservations = new WeakMap<FastifyRequest, Reservation>();

/** Counts the bytes of a body whose size is unknown, because it is sent in chunks or compressed. */
class ByteCounter extends Transform {
  private bytes = 0;
  private isPiped = false;

  constructor(
    private readonly source: NodeJS.ReadableStream & { receivedEncodedLength?: number },
    private readonly reservation: Reservation,
  ) {
    super();
    source.on('error', error => this.destroy(error));
    // An error may occur when the stream has no reader any more. Without this listener such an error would end the
    // process.
    this.on('error', () => undefined);
  }

  /**
   * Starts to read the body when its reader starts. An earlier error would reach no reader, and the request would wait
   * for ever.
   */
  override _read(size: number): void {
    if (!this.isPiped) {
      this.isPiped = true;
      this.source.pipe(this);
    }
    super._read(size);
  }

  /** Number of compressed bytes received so far. Fastify compares this number with the announced size. */
  get receivedEncodedLength(): number {
    return this.source.receivedEncodedLength ?? this.bytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    try {
      this.reservation.reserve(this.bytes);
    } catch (error) {
      this.source.unpipe(this);
      this.source.resume();
      done(error as Error);
      return;
    }
    done(null, chunk);
  }
}

const announcedBytes = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);
const isSizeUnknown = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-encoding'] ?? 'identity') !== 'identity';

const isMultipart = ({ headers }: IncomingMessage): boolean => /^multipart\//i.test(headers['content-type'] ?? '');

export interface BodyBudget {
  /**
   * Reserves memory for the body of an identified caller before the body is read. Throws OVERLOADED if there is not
   * enough memory. Throws TOO_LARGE if the body exceeds the limit of the call.
   */
  readonly reserveForBody: (request: FastifyRequest, reply: FastifyReply, companyId: number) => void;
  readonly keepWhile: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;
}

/**
 * Limits the bytes of bodies that are read or in use at the same time. Small bodies have a budget of their own, so that
 * large ones never delay ordinary work.
 * Register it after the plugin that decompresses bodies.
 */
export const registerBodyBudget = (
  server: FastifyInstance,
  { largeBodyBytes, smallBodyBytes }: Pick<MemoryPlan, 'largeBodyBytes' | 'smallBodyBytes'>,
): BodyBudget => {
  const smallBudget: Budget = { bytes: smallBodyBytes, takenBytes: 0 };
  const largeBudget: Budget = { bytes: largeBodyBytes, takenBytes: 0 };
  const takenByCompany = new Map<number, number>();
  server.addHook('preParsing', async (request, _reply, payload) => {
    const reservation = reservations.get(request);
    return reservation && isSizeUnknown(request.raw) && !isMultipart(request.raw)
      ? new ByteCounter(payload, reservation)
      : payload;
  });
  return {
    reserveForBody: (request, reply, companyId) => {
      const { raw, routeOptions } = request;
      const bytesAnnounced = announcedBytes(raw);
      if (bytesAnnounced === 0 && !isSizeUnknown(raw)) return;
      // Checks the call's limit of the body here, because the plugin that reads forms does not know this limit.
      if (bytesAnnounced > routeOptions.bodyLimit)
        throw new DomainError('TOO_LARGE', { values: { max: sizeText(routeOptions.bodyLimit, localeOf(request)) } });
      const reservation = new Reservation(smallBudget, largeBudget, takenByCompany, companyId);
      // The plugin that reads forms counts no bytes, so a form of unknown size reserves the call's whole limit.
      reservation.reserve(isMultipart(raw) && isSizeUnknown(raw) ? routeOptions.bodyLimit : bytesAnnounced);
      reservations.set(request, reservation);
      reply.raw.once('close', () => {
        if (!reservation.inUse) reservation.release();
      });
    },
    keepWhile: async (request, work) => {
      const reservation = reservations.get(request);
      if (!reservation) return work();
      reservation.inUse = true;
      try {
        return await work();
      } finally {
        reservation.release();
      }
    },
  };
};
