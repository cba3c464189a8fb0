import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ordinaryBodyBytes } from '../../src/contract/call.ts';
import { DomainError } from '../errors.ts';
import type { MemoryPlan } from '../memory.ts';

const retryAfterS = 5;

/** Bytes that bodies may take together. */
interface Budget {
  readonly bytes: number;
  taken: number;
}

/** Memory set aside for the body of a request. */
class Reservation {
  /** The handler has begun: the body is needed until its end, even when the caller has left. */
  inUse = false;
  private budget: Budget;
  private bytes = 0;

  constructor(
    private readonly small: Budget,
    private readonly large: Budget,
    private readonly takenBy: Map<number, number>,
    private readonly companyId: number,
  ) {
    this.budget = small;
  }

  /** Sets memory aside for so many bytes in all. Throws OVERLOADED where there is none. */
  require(bytes: number): void {
    if (bytes <= this.bytes) return;
    const budget = bytes > ordinaryBodyBytes ? this.large : this.small;
    const before = budget === this.budget ? this.bytes : 0;
    if (budget.taken - before + bytes > budget.bytes || (budget === this.large && this.isGreedy(bytes - before)))
      throw new DomainError('OVERLOADED', { retryAfterS });
    this.budget.taken -= this.bytes;
    if (this.budget === this.large) this.count(-this.bytes);
    this.budget = budget;
    this.bytes = bytes;
    budget.taken += bytes;
    if (budget === this.large) this.count(bytes);
  }

  release(): void {
    this.budget.taken -= this.bytes;
    if (this.budget === this.large) this.count(-this.bytes);
    this.bytes = 0;
  }

  /** A company takes half at most with several bodies, so that others find a place for one. */
  private isGreedy(more: number): boolean {
    const ofCompany = this.takenBy.get(this.companyId) ?? 0;
    const others = ofCompany - (this.budget === this.large ? this.bytes : 0);
    return others > 0 && ofCompany + more > this.large.bytes / 2;
  }

  private count(bytes: number): void {
    const sum = (this.takenBy.get(this.companyId) ?? 0) + bytes;
    if (sum > 0) this.takenBy.set(this.companyId, sum);
    else this.takenBy.delete(this.companyId);
  }
}

const reservations = new WeakMap<FastifyRequest, Reservation>();

/** Counts the bytes of a body whose size is not known before it comes: sent in chunks, or packed. */
class Counted extends Transform {
  private bytes = 0;
  private isPiped = false;

  constructor(
    private readonly source: NodeJS.ReadableStream & { receivedEncodedLength?: number },
    private readonly reservation: Reservation,
  ) {
    super();
    source.on('error', error => this.destroy(error));
    // The reader may have left by the time of an error, which would then end the process.
    this.on('error', () => undefined);
  }

  /** Begins with the reader: an error that came before the reader would be lost, and the request would wait for ever. */
  override _read(size: number): void {
    if (!this.isPiped) {
      this.isPiped = true;
      this.source.pipe(this);
    }
    super._read(size);
  }

  /** Size of the packed body so far; Fastify compares it with the announced one. */
  get receivedEncodedLength(): number {
    return this.source.receivedEncodedLength ?? this.bytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    try {
      this.reservation.require(this.bytes);
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
const isUnknown = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-encoding'] ?? 'identity') !== 'identity';

const isForm = ({ headers }: IncomingMessage): boolean => /^multipart\//i.test(headers['content-type'] ?? '');

export interface BodyBudget {
  /** Admits the body of an identified caller before it is read. Throws OVERLOADED where there is no memory for it. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply, companyId: number) => void;
  /** Keeps the memory of the request's body until the work on it has ended. */
  readonly during: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;
}

/**
 * Bounds the bytes of bodies that are read or worked on at the same time. Small bodies have a budget of their own, so that
 * large ones never hold up ordinary work. Register after what unpacks bodies.
 */
export const registerBodyBudget = (
  server: FastifyInstance,
  { largeBodyBytes, smallBodyBytes }: Pick<MemoryPlan, 'largeBodyBytes' | 'smallBodyBytes'>,
): BodyBudget => {
  const small: Budget = { bytes: smallBodyBytes, taken: 0 };
  const large: Budget = { bytes: largeBodyBytes, taken: 0 };
  const takenBy = new Map<number, number>();
  server.addHook('preParsing', async (request, _reply, payload) => {
    const reservation = reservations.get(request);
    return reservation && isUnknown(request.raw) && !isForm(request.raw) ? new Counted(payload, reservation) : payload;
  });
  return {
    admit: (request, reply, companyId) => {
      const { raw, routeOptions } = request;
      const announced = announcedBytes(raw);
      if (announced === 0 && !isUnknown(raw)) return;
      // Refused as too large for its call, and never read.
      if (announced > routeOptions.bodyLimit) return;
      const reservation = new Reservation(small, large, takenBy, companyId);
      // Forms are read by a plugin that counts nothing: one of unknown size may take all that its call allows.
      reservation.require(isForm(raw) && isUnknown(raw) ? routeOptions.bodyLimit : announced);
      reservations.set(request, reservation);
      reply.raw.once('close', () => {
        if (!reservation.inUse) reservation.release();
      });
    },
    during: async (request, work) => {
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
