import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Call } from '../../src/contract/call.ts';
import type { Binary, EventStream, Ranged, RowStream, Tagged, WithText } from '../context.ts';
import { withText } from './serialization.ts';

/**
 * Number of parts of the time limit, each with its own timer. While the process is stalled, at most one part passes.
 */
const limitPieces = 10;

/**
 * Streams a table, or an array of rows, as JSON in batches. A client must take each batch within the time limit.
 * Otherwise a client that reads a byte now and then would block a database connection.
 * Time in which this process is stalled does not count.
 */
export class TableText extends Readable {
  readonly #rows: RowStream;
  #before: string;
  #separator = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(rows: RowStream) {
    super({ highWaterMark: 1 });
    this.#rows = rows;
    this.#before = rows.total === undefined ? '[' : '{"Items":[';
  }

  /** Node calls this method after the client has taken the previous chunk. */
  override _read(): void {
    clearTimeout(this.#timer);
    this.#rows.next().then(
      rows => this.#give(rows),
      error => this.destroy(error),
    );
  }

  #await(pieces: number): void {
    if (pieces === 0) {
      this.destroy(new Error('The reader takes nothing'));
      return;
    }
    this.#timer = setTimeout(() => this.#await(pieces - 1), this.#rows.sendTimeoutMs / limitPieces).unref();
  }

  #give(rows: readonly object[]): void {
    if (this.destroyed) return;
    this.#await(limitPieces);
    if (rows.length === 0) {
      const { total } = this.#rows;
      this.push(`${this.#before}]${total === undefined ? '' : `,"Total":${total}}`}`);
      this.push(null);
      return;
    }
    const text = this.#before + this.#separator + rows.map(row => JSON.stringify(row)).join(',');
    this.#before = '';
    this.#separator = ',';
    this.push(text);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer);
    done(error);
  }
}

/** Returns the stream as the response body. For HEAD the body is empty and no data is read. */
const bodyOf = ({ request }: FastifyReply, stream: () => Readable): Readable =>
  request.method === 'HEAD' ? Readable.from([]) : stream();

const sendBinary = (reply: FastifyReply, { contentType, bytes, fileName }: Binary) => {
  reply.type(contentType);
  if (fileName) reply.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
  return reply.send(bytes instanceof Readable ? bodyOf(reply, () => bytes) : bytes);
};

const sendJson = (reply: FastifyReply, text: Buffer | Readable) =>
  reply.type('application/json; charset=utf-8').send(text);

const sendTable = (reply: FastifyReply, rows: RowStream) =>
  sendJson(
    reply,
    bodyOf(reply, () => new TableText(rows)),
  );

/** Sends an event stream. No proxy may buffer or cache it. */
const sendEvents = (reply: FastifyReply, { events }: EventStream) => {
  reply.raw.once('close', () => events.destroy());
  return reply
    .headers({ 'X-Accel-Buffering': 'no', Connection: 'close' })
    .type('text/event-stream')
    .send(bodyOf(reply, () => events));
};

const isStream = (answer: unknown): answer is RowStream =>
  typeof answer === 'object' && answer !== null && 'next' in answer;

const isRanged = (answer: unknown): answer is Ranged =>
  typeof answer === 'object' && answer !== null && 'contentRange' in answer;

const sendRanged = (reply: FastifyReply, { contentRange, items }: Ranged) =>
  reply.header('Content-Range', contentRange).header('Access-Control-Expose-Headers', 'Content-Range').send(items);

/** Sends an answer with an ETag. Clients may cache it and must revalidate each time. */
const sendTagged = (reply: FastifyReply, { etag, answer }: Tagged) => {
  const tag = `"${etag}"`;
  reply.headers({ ETag: tag, 'Cache-Control': 'no-cache' });
  const known = reply.request.headers['if-none-match']
    ?.split(',')
    .some(each => each.trim().replace(/^W\//, '') === tag);
  return known ? reply.code(304).send() : reply.send(answer);
};

const sendWithText = (reply: FastifyReply, property: string, { answer, text }: WithText) =>
  sendJson(reply, withText(reply.serialize({ ...answer, [property]: [] }) as string, property, text));

const pages = new WeakMap<object, Buffer>();

/** Sends a page of a list. Several callers may share the page object, so the page is serialised only once. */
const sendPage = (reply: FastifyReply, page: object) => {
  const text = pages.get(page) ?? Buffer.from(reply.serialize(page) as string);
  pages.set(page, text);
  return sendJson(reply, text);
};

export const sendAnswer = (reply: FastifyReply, call: Call, answer: unknown) => {
  if (call.binary) return sendBinary(reply, answer as Binary);
  if (call.stream) return sendEvents(reply, answer as EventStream);
  if (isStream(answer)) return sendTable(reply, answer);
  if (isRanged(answer)) return sendRanged(reply, answer);
  if (call.table) return sendPage(reply, answer as object);
  if (call.longProperty) return sendWithText(reply, call.longProperty, answer as WithText);
  if (call.tagged) return sendTagged(reply, answer as Tagged);
  return reply.code(call.status ?? 200).send(answer);
};
