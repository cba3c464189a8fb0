import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const secretBytes = 32;

export const makeSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;
export const makeMessageId = (): string => `msg_${randomUUID()}`;

/** Whether the text is base64 that every decoder reads as the same bytes. */
export const isSecret = (secret: string): boolean => {
  const base64 = secret.replace('whsec_', '');
  return Buffer.from(base64, 'base64').toString('base64') === base64;
};

interface SignedMessage {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/**
 * Returns the headers of the Standard Webhooks specification. Each valid secret signs id, time and body with
 * HMAC-SHA256.
 */
export const signedHeaders = (secrets: readonly string[], { id, at, body }: SignedMessage): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Drivedesk',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' '),
});
