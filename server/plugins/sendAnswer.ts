import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Call } from '../../src/contract/call.ts';
import type { AnswerWithEtag, Binary, EventStream, RangedPage, RowStream, WithJson } from '../context.ts';
import { insertJson } from './serialization.ts';

/**
 * Number of equal parts of the time limit for a slow client. Each part has its own timer. While the process is stalled,
 * at most one part passes.
 */
const timerParts = 10;

/**
 * Streams a table, or an array of rows, as JSON in batches. A client must take each batch within the time limit.
 * Otherwise a client that reads a byte now and then would block a database connection.
 * Time in which this process is stalled does not count.
 */
export class TableJsonStream extends Readable {
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

  #await(partsLeft: number): void {
    if (partsLeft === 0) {
      this.destroy(new Error('The reader takes nothing'));
      return;
    }
    this.#timer = setTimeout(() => this.#await(partsLeft - 1), this.#rows.sendTimeoutMs / timerParts).unref();
  }

  #give(rows: readonly object[]): void {
    if (this.destroyed) return;
    this.#await(timerParts);
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
const bodyFrom = ({ request }: FastifyReply, stream: () => Readable): Readable =>
  request.method === 'HEAD' ? Readable.from([]) : stream();

/** Encodes a file name for the header `Content-Disposition` (RFC 8187), which permits fewer characters than an address. */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const sendBinary = (reply: FastifyReply, { contentType, bytes, fileName }: Binary) => {
  reply.type(contentType);
  if (fileName) reply.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeFileName(fileName)}`);
  return reply.send(bytes instanceof Readable ? bodyFrom(reply, () => bytes) : bytes);
};

const sendJson = (reply: FastifyReply, text: Buffer | Readable) =>
  reply.type('application/json; charset=utf-8').send(text);

const sendTable = (reply: FastifyReply, rows: RowStream) =>
  sendJson(
    reply,
    bodyFrom(reply, () => new TableJsonStream(rows)),
  );

/** Sends an event stream. No proxy may buffer or cache it. */
const sendEvents = (reply: FastifyReply, { events }: EventStream) => {
  reply.raw.once('close', () => events.destroy());
  return reply
    .headers({ 'X-Accel-Buffering': 'no', Connection: 'close' })
    .type('text/event-stream')
    .send(bodyFrom(reply, () => events));
};

const isRowStream = (answer: unknown): answer is RowStream =>
  typeof answer === 'object' && answer !== null && 'next' in answer;

const isRangedPage = (answer: unknown): answer is RangedPage =>
  typeof answer === 'object' && answer !== null && 'contentRange' in answer;

const sendRangedPage = (reply: FastifyReply, { contentRange, items }: RangedPage) =>
  reply.header('Content-Range', contentRange).header('Access-Control-Expose-Headers', 'Content-Range').send(items);

/** Sends an answer with an ETag. Clients may cache it and must revalidate each time. */
const sendWithEtag = (reply: FastifyReply, { etag, answer }: AnswerWithEtag) => {
  const quotedEtag = `"${etag}"`;
  reply.headers({ ETag: quotedEtag, 'Cache-Control': 'no-cache' });
  const isUnchanged = reply.request.headers['if-none-match']
    ?.split(',')
    .some(candidate => candidate.trim().replace(/^W\//, '') === quotedEtag);
  return isUnchanged ? reply.code(304).send() : reply.send(answer);
};

const sendWithJson = (reply: FastifyReply, property: string, { answer, text }: WithJson) =>
  sendJson(reply, insertJson(reply.serialize({ ...answer, [property]: [] }) as string, property, text));

const serializedPages = new WeakMap<object, Buffer>();

/** Sends a page of a list. Several callers may share the page object, so the page is serialised only once. */
const sendPage = (reply: FastifyReply, page: object) => {
  const text = serializedPages.get(page) ?? Buffer.from(reply.serialize(page) as string);
  serializedPages.set(page, text);
  return sendJson(reply, text);
};

export const sendAnswer = (reply: FastifyReply, call: Call, answer: unknown) => {
  if (call.binary) return sendBinary(reply, answer as Binary);
  if (call.stream) return sendEvents(reply, answer as EventStream);
  if (isRowStream(answer)) return sendTable(reply, answer);
  if (isRangedPage(answer)) return sendRangedPage(reply, answer);
  if (call.table) return sendPage(reply, answer as object);
  if (call.longProperty) return sendWithJson(reply, call.longProperty, answer as WithJson);
  if (call.hasEtag) return sendWithEtag(reply, answer as AnswerWithEtag);
  return reply.code(call.status ?? 200).send(answer);
};
