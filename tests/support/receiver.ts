import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from './imports.ts';

/** A message that a receiver of webhooks got. */
export interface Got {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what they read of it
  readonly json: any;
}

export type Answering = (response: ServerResponse, got: Got) => void;

const readAll = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
};

/** Repeats the challenge, and accepts other messages. */
export const takes: Answering = (response, { json }) => response.end(json.Data.Challenge ?? 'taken');
export const answersWith =
  (status: number, headers: Record<string, string> = {}): Answering =>
  response =>
    response.writeHead(status, headers).end('no');

/** A certificate for 127.0.0.1. Only processes with it in NODE_EXTRA_CA_CERTS trust it. */
export const testCertificate = join(root, 'tests', 'fixtures', 'tls', 'cert.pem');
const tls = () => ({
  cert: readFileSync(testCertificate),
  key: readFileSync(join(root, 'tests', 'fixtures', 'tls', 'key.pem')),
});

/** Opens a receiver of webhooks on this machine. */
export const openReceiver = async (scheme: 'http' | 'https' = 'http') => {
  const got: Got[] = [];
  let answering = takes;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(request).catch(() => undefined);
    if (body === undefined) return;
    const message = {
      id: String(request.headers['webhook-id']),
      headers: request.headers,
      body,
      json: JSON.parse(body),
    };
    got.push(message);
    answering(response, message);
  };
  const server = scheme === 'https' ? createSecureServer(tls(), receive) : createServer(receive);
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}/hook`,
    /** All received messages except challenges. */
    got: () => got.filter(({ json }) => json.Type !== 'challenge'),
    answer: (next: Answering) => {
      answering = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<unknown>(done => server.close(done));
    },
  };
};
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;
