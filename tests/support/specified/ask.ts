import type { InjectOptions } from 'fastify';
import type { CallKey } from '../../../src/contract/call.ts';
import type { World } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests assert what they read of an answer
export type Answer = any;

/** A valid request of a call, with its expected answer. */
export interface Ask {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  readonly file?: InjectOptions;
  /** Session of the caller. Absent: an account with exactly the required role. */
  readonly token?: string;
  /** Expected properties of the answer, or a function that checks it. */
  readonly shows: object | ((body: Answer) => void | Promise<void>);
  /**
   * Returns the facts that the answers of a call and its twin have in common, under the twin's names. They may be read
   * from the record that the call created.
   */
  readonly facts?: (body: Answer) => unknown;
  /**
   * Expected answer for another company, which has no records yet. Absent: 404 for a call that names a record, no data
   * of this company for another call.
   */
  readonly elsewhere?: 'all share it' | 'their own' | number | ((body: Answer) => void);
}

/** Requests are made when their turn comes, so that each changes its own records. */
export type Asks = Readonly<Partial<Record<CallKey, (world: World) => Ask | Promise<Ask>>>>;

/** Returns the record without the properties that differ between two equal records. */
export const without = (names: readonly string[], body: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
