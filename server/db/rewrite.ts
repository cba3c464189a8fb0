import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { isBusy, lockWaitMs, pauseMs } from './locks.ts';
import { errorText } from './outage.ts';

type Migrating = Kysely<unknown>;

const run = async <Row>(db: Migrating, text: string): Promise<Row[]> => (await sql.raw<Row>(text).execute(db)).rows;

interface Index {
  readonly name: string;
  readonly text: string;
  readonly primary: boolean;
}

interface ForeignKey {
  readonly name: string;
  readonly owner: string;
  readonly target: string;
  readonly text: string;
}

/** Whether a copy would lose something: rights, triggers or views that somebody has added, or the place in a cluster. */
const hasExtras = async (db: Migrating, table: string): Promise<boolean> => {
  const [row] = await run<{ extras: boolean }>(
    db,
    `select exists (select from pg_extension where extname = 'citus')
        or exists (select from pg_trigger where tgrelid = own.oid and not tgisinternal)
        or exists (select from pg_policy where polrelid = own.oid)
        or exists (select from pg_publication_rel where prrelid = own.oid)
        or exists (select from pg_inherits where own.oid in (inhrelid, inhparent))
        or exists (select from pg_statistic_ext where stxrelid = own.oid)
        or exists (select from pg_depend where refobjid = own.oid and classid = 'pg_rewrite'::regclass)
        or exists (select from pg_attribute where attrelid = own.oid and attacl is not null)
        or relacl is not null or reloptions is not null as extras
      from pg_class own where oid = '${table}'::regclass`,
  );
  return row?.extras ?? true;
};

/** Locks all tables. The time limit is for all together, because readers of the first one wait for the last. */
const lockTables = async (db: Migrating, tables: readonly string[]): Promise<void> => {
  await run(db, `set local statement_timeout = ${lockWaitMs}`);
  await run(db, `lock table ${tables.join(', ')} in access exclusive mode`);
  await run(db, 'set local statement_timeout = 0');
};

/** Turns in which the locks are tried. Writers of the table wait meanwhile. */
const swapTries = 10;
const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/**
 * Waits for the users of these tables in short turns, in which the copy stays. Throws that the tables are busy when a
 * writer holds one of them and waits for the copied one, or after the last turn. The whole migration is then tried again
 * later, without a lock in between: otherwise this and the writer would wait for each other for good.
 */
const lockForSwap = async (db: Migrating, tables: readonly string[]): Promise<void> => {
  for (let turn = 1; ; turn++) {
    await run(db, 'savepoint swap');
    try {
      return await lockTables(db, tables);
    } catch (error) {
      const isLate = codeOf(error) === '57014';
      if (!isLate && !isBusy(error)) throw error;
      if (codeOf(error) === '40P01' || turn === swapTries)
        throw Object.assign(new Error(errorText(error), { cause: error }), { code: '55P03' });
      await run(db, 'rollback to savepoint swap');
      await setTimeout(pauseMs);
    }
  }
};

interface Rewriting {
  readonly table: string;
  /** `alter table …`, each of which would write all rows again. */
  readonly alterations: readonly string[];
  /** `create index …` for columns that are new. */
  readonly indexes: readonly string[];
}

const swapCopy = async (db: Migrating, { table, alterations, indexes }: Rewriting): Promise<void> => {
  const copy = `${table}_copy`;
  // Writers wait, readers do not.
  await run(db, `lock table ${table} in share mode`);
  await run(
    db,
    `create table ${copy} (like ${table} including defaults including constraints including generated
      including identity including storage including comments including compression)`,
  );
  for (const text of alterations) await run(db, text.replace(`table ${table} `, `table ${copy} `));
  const kept = await run<{ name: string }>(
    db,
    `select quote_ident(attname) as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0
      and not attisdropped and attgenerated = '' order by attnum`,
  );
  const columns = kept.map(({ name }) => name).join(', ');
  await run(db, `insert into ${copy} (${columns}) overriding system value select ${columns} from ${table}`);

  const onCopy = (text: string): string =>
    text.replace(new RegExp(`index (\\S+) on (\\S+\\.)?${table} `, 'i'), `index $1_copy on $2${copy} `);
  const nameOf = (text: string): string => /index (\S+) on /i.exec(text)![1]!;
  const made = indexes.map(nameOf);
  const existing = await run<Index>(
    db,
    `select relname as name, pg_get_indexdef(indexrelid) as text, indisprimary as primary from pg_index
      join pg_class on oid = indexrelid where indrelid = '${table}'::regclass order by indexrelid`,
  );
  const old = existing.filter(({ name }) => !made.includes(name));
  for (const { name, text, primary } of old) {
    await run(db, onCopy(text));
    if (primary) await run(db, `alter table ${copy} add constraint ${name}_copy primary key using index ${name}_copy`);
  }
  for (const text of indexes) await run(db, onCopy(text));
  await run(db, `analyze ${copy}`);

  const keys = await run<ForeignKey>(
    db,
    `select conname as name, conrelid::regclass::text as owner, confrelid::regclass::text as target,
      pg_get_constraintdef(oid) as text
      from pg_constraint where contype = 'f' and '${table}'::regclass in (conrelid, confrelid) order by conname`,
  );
  await lockForSwap(db, [...new Set([table, ...keys.flatMap(({ owner, target }) => [owner, target])])]);
  await run(db, `select setval(pg_get_serial_sequence('${copy}', 'id'), last_value, is_called) from ${table}_id_seq`);
  for (const { owner, name } of keys) await run(db, `alter table ${owner} drop constraint ${name}`);
  await run(db, `drop table ${table}`);
  await run(db, `alter table ${copy} rename to ${table}`);
  await run(db, `alter sequence ${copy}_id_seq rename to ${table}_id_seq`);
  for (const name of [...old.map(index => index.name), ...made])
    await run(db, `alter index ${name}_copy rename to ${name}`);
  // Checking them reads whole tables: that is done later and without a lock that others notice.
  for (const { owner, name, text } of keys)
    await run(db, `alter table ${owner} add constraint ${name} ${text} not valid`);
};

/**
 * Changes generated columns of a table with an `id` while others read it. The rows are written into a copy, which takes the
 * place of the table at the end. Its foreign keys are `not valid` then: `checkKeys` in a later migration. A table in a
 * cluster, or with rights, triggers or views that somebody has added, is changed in place.
 */
export const rewriteTable = async (db: Migrating, rewriting: Rewriting): Promise<void> => {
  const { table, alterations, indexes } = rewriting;
  if (await hasExtras(db, table)) for (const text of [...alterations, ...indexes]) await run(db, text);
  else await swapCopy(db, rewriting);
};

/** Checks foreign keys of and to a table that are not valid yet, each by itself. */
export const checkKeys = async (db: Migrating, table: string): Promise<void> => {
  const keys = await run<Pick<ForeignKey, 'name' | 'owner'>>(
    db,
    `select conname as name, conrelid::regclass::text as owner from pg_constraint
      where contype = 'f' and not convalidated and '${table}'::regclass in (conrelid, confrelid) order by conname`,
  );
  for (const { owner, name } of keys) await run(db, `alter table ${owner} validate constraint ${name}`);
};
