import type { InjectOptions } from 'fastify';
import type { CallKey } from '../../../src/contract/call.ts';
import type { World } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests assert what they read of an answer
export type Answer = any;

/** A good request of a call, and what its answer shows. */
export interface Ask {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  readonly file?: InjectOptions;
  /** Session of whoever asks; absent: somebody with just the role that it takes. */
  readonly token?: string;
  /** Members that the answer has, or what is expected of it. */
  readonly shows: object | ((body: Answer) => void | Promise<void>);
  /** What the answer and that of the twin have in common, under the twin's names: of the answer itself, or of what it made. */
  readonly facts?: (body: Answer) => unknown;
  /** What somebody of another company gets; absent: 404 where something is named, nothing of ours where it is not. */
  readonly elsewhere?: 'all share it' | 'their own' | number;
}

/** Made when its turn comes: what it changes is its own. */
export type Asks = Readonly<Partial<Record<CallKey, (world: World) => Ask | Promise<Ask>>>>;

/** Without what two records of the same content differ in. */
export const without = (names: readonly string[], body: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
