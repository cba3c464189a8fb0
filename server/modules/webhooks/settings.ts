import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** Settings of webhooks. */
export interface WebhookSettings {
  /** Hosts, in the spelling of an address, that may lie in a private network. */
  readonly hosts: readonly string[];
  /** Whether unencrypted addresses are allowed, as in demo mode. */
  readonly http: boolean;
  /** Time limits of an attempt, ms: for the connection, the beginning of the answer, and the rest. */
  readonly connectMs: number;
  readonly answerMs: number;
  readonly restMs: number;
  /** Returns all addresses of a name. */
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
