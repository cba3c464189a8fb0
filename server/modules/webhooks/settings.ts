import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

export interface WebhookSettings {
  /** Host names whose IP addresses may be in a private network, spelled as in a URL. */
  readonly hosts: readonly string[];
  /** Whether webhooks may have unencrypted URLs (`http:`), as in demo mode. */
  readonly http: boolean;
  /** Time limits of an attempt, ms: for the connection, the beginning of the answer, and the rest. */
  readonly connectTimeoutMs: number;
  readonly answerTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  readonly resolve: (host: string) => Promise<readonly LookupAddress[]>;
}

export const defaultWebhooks: WebhookSettings = {
  hosts: [],
  http: false,
  connectTimeoutMs: 5000,
  answerTimeoutMs: 10_000,
  bodyTimeoutMs: 2000,
  resolve: host => lookup(host, { all: true }),
};
