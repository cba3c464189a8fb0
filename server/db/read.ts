import { CompiledQuery } from 'kysely';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { type Db, readLimitMs } from './connect.ts';

/** SQL with its values. */
export interface Statement {
  /** Of those whose plan is good whatever is asked for, and of which there are few: prepared once per connection. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Read = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** Asks by an ordinary connection, that of a transaction too. */
export const readBy =
  (db: Db): Read =>
  async ({ text, values }) =>
    (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as never;

/** Before so much of the limit is used up, the limit of the pool itself will do. */
const littleMs = 100;

/** Measures how long something is at work, however many of it at once. */
const makeStopwatch = () => {
  let atWork = 0;
  let sinceMs = 0;
  let beforeMs = 0;
  return {
    usedMs: () => beforeMs + (atWork > 0 ? performance.now() - sinceMs : 0),
    begin: () => {
      if (atWork === 0) sinceMs = performance.now();
      atWork += 1;
    },
    end: () => {
      atWork -= 1;
      if (atWork === 0) beforeMs += performance.now() - sinceMs;
    },
  };
};

/** Reads for one question of a holder: all its statements together work no longer than the limit, then TOO_COSTLY. */
export const reading = ({ reads }: Pick<Context, 'reads'>, holder: number): Read => {
  const { usedMs, begin, end } = makeStopwatch();
  return async <Row extends object>({ name, text, values }: Statement): Promise<Row[]> => {
    const leave = await reads.gate.enter(holder);
    begin();
    try {
      const leftMs = Math.floor(readLimitMs - usedMs());
      if (leftMs <= 0) throw new DomainError('TOO_COSTLY');
      const statement = { ...(name && { name }), text, values: [...values] };
      if (readLimitMs - leftMs <= littleMs) return (await reads.pool.query<Row>(statement)).rows;
      const client = await reads.pool.connect();
      try {
        await client.query(`set statement_timeout = ${leftMs}`);
        const { rows } = await client.query<Row>(statement);
        await client.query('reset statement_timeout');
        client.release();
        return rows;
      } catch (error) {
        client.release(error as Error);
        throw error;
      }
    } finally {
      end();
      leave();
    }
  };
};
