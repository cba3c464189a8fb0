import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/types.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** Runs `work` on one connection with prepared statements. */
const onConnection = <T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> =>
  app.connection.preparedDb.connection().execute(work);

const preparedTexts = async (db: Kysely<Database>): Promise<string[]> =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements order by name`.execute(db)).rows.map(
    ({ statement }) => statement,
  );

describe('statements of messages and trips', () => {
  it('are prepared once they repeat', async () => {
    const prepared = await onConnection(async db => {
      const add = (n: number) => sql<{ sum: number }>`select ${n}::int + 1 as sum`.execute(db);
      const sums: number[] = [];
      const texts: string[][] = [];
      for (let n = 1; n <= 6; n++) {
        sums.push((await add(n)).rows[0]!.sum);
        texts.push(await preparedTexts(db));
      }
      expect(sums).toEqual([2, 3, 4, 5, 6, 7]);
      return texts;
    });
    expect(prepared.map(texts => texts.includes('select $1::int + 1 as sum'))).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('work on after a failure, and after an upgrade has added a column', async () => {
    await app.connection.pool.query('create table upgraded (id int primary key, name text)');
    const ids = await onConnection(async db => {
      const insert = async (id: number) =>
        (
          await sql<{
            id: number;
          }>`insert into upgraded (id, name) values (${id}, 'a') on conflict (id) do update set name = excluded.name
            where upgraded.id / (${id} - 6) <> 0 returning id`.execute(db)
        ).rows.map(row => row.id);
      for (let id = 1; id <= 6; id++) await insert(id);
      await expect(insert(6)).rejects.toThrow('division by zero');
      await app.connection.pool.query("alter table upgraded add column note text not null default ''");
      return insert(7);
    });
    expect(ids).toEqual([7]);
  });

  it('that return all columns work on after an upgrade has added a column', async () => {
    await app.connection.pool.query('create table upgraded_rows (id int primary key, name text)');
    const rows = await onConnection(async db => {
      const insert = (id: number) => sql`insert into upgraded_rows (id) values (${id}) returning *`.execute(db);
      const read = (id: number) => sql`select row.* from upgraded_rows row where id = ${id}`.execute(db);
      for (let id = 1; id <= 6; id++) {
        await insert(id);
        await read(id);
      }
      await app.connection.pool.query("alter table upgraded_rows add column note text not null default ''");
      return [...(await insert(7)).rows, ...(await read(7)).rows];
    });
    const row = { id: 7, name: null, note: '' };
    expect(rows).toEqual([row, row]);
  });

  it('are not prepared without limit', async () => {
    const prepared = await onConnection(async db => {
      for (let n = 0; n < 120; n++)
        for (let use = 0; use < 5; use++) await sql`select ${use}::int as ${sql.ref(`column_${n}`)}`.execute(db);
      return preparedTexts(db);
    });
    expect(prepared.length).toBeGreaterThan(90);
    expect(prepared.length).toBeLessThanOrEqual(100);
  });
});
