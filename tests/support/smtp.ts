import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  /** SMTP user who sent it. */
  readonly user: string | undefined;
  /** Sent over TLS. */
  readonly secure: boolean;
  readonly source: string;
}

export interface MailServer {
  readonly port: number;
  readonly delivered: Delivered[];
  readonly close: () => Promise<void>;
}

/** Starts a mail server that stores what it receives. Its certificate is self-signed. */
export const startMailServer = async (options: SMTPServerOptions = {}, port = 0): Promise<MailServer> => {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream, { envelope, user, secure }, done) => {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      text(stream).then(source => {
        delivered.push({ from, to, user, secure, source });
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    delivered,
    close: () => new Promise(done => server.close(() => done())),
  };
};
