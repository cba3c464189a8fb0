import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** How other systems are told of events. */
export interface WebhookSettings {
  /** Hosts, as they stand in an address, that may lie in a private network. */
  readonly hosts: readonly string[];
  /** Unencrypted addresses are taken too: in demo mode. */
  readonly http: boolean;
  /** How long an attempt waits for a connection, for the beginning of the answer, and for the rest of it. */
  readonly connectMs: number;
  readonly answerMs: number;
  readonly restMs: number;
  /** All addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly LookupAddress[]>;
}

export const usualWebhooks: WebhookSettings = {
  hosts: [],
  http: false,
  connectMs: 5000,
  answerMs: 10_000,
  restMs: 2000,
  resolve: host => lookup(host, { all: true }),
};
