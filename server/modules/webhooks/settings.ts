import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** Settings of webhooks. */
export interface WebhookSettings {
  /** Hosts that may have addresses in a private network, spelled as in a URL. */
  readonly hosts: readonly string[];
  /** Whether unencrypted addresses are allowed, as in demo mode. */
  readonly http: boolean;
  /** Time limits of an attempt, ms: for the connection, the beginning of the answer, and the rest. */
  readonly connectMs: number;
  readonly answerMs: number;
  readonly restMs: number;
  /** Resolves a host name to all its IP addresses. */
  readonly resolve: (host: string) => Promise<readonly LookupAddress[]>;
}

export const defaultWebhooks: WebhookSettings = {
  hosts: [],
  http: false,
  connectMs: 5000,
  answerMs: 10_000,
  restMs: 2000,
  resolve: host => lookup(host, { all: true }),
};
