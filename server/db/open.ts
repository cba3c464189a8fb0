import type { OutageReason } from '../../src/contract/messages/index.ts';
import { openClient } from './client.ts';
import { type DatabaseObserver, openEmbedded } from './embedded/index.ts';
import { startWaitMs, waitForDatabase } from './ready.ts';
import { checkSessions } from './session.ts';

/** Properties of a database and rights of its user, read at the start. */
export interface DatabaseFacts {
  readonly user: string;
  readonly database: string;
  /** Schema in which tables are created: the first of the search path that the user may use. Null: there is none. */
  readonly schema: string | null;
  readonly encoding: string;
  readonly version: number;
  readonly may_create_schemas: boolean;
  readonly may_create_temporary: boolean;
  readonly may_create_tables: boolean;
  readonly has_trigrams: boolean;
  readonly has_queue: boolean;
  readonly may_change_queue: boolean;
  /** Tables and views of the schema that belong to another user. */
  readonly foreign_tables: readonly string[];
  /** The names that test the sort order, as the database sorts them. */
  readonly sorted: readonly string[];
}

const minVersion = 150_000;
/**
 * Names that test the database's sort order. They are in alphabetical order: Ё sorts like Е, and capitals like small
 * letters.
 */
const sortTestNames: readonly string[] = ['Авдеев', 'ёжиков', 'Ёлкин', 'Жуков', 'иванов', 'Яшин'];

const factsStatement = `
  select current_user as "user", current_database() as database, current_schema() as schema,
    current_setting('server_encoding') as encoding, current_setting('server_version_num')::int as version,
    has_database_privilege(current_database(), 'CREATE') as may_create_schemas,
    has_database_privilege(current_database(), 'TEMPORARY') as may_create_temporary,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as may_create_tables,
    exists (select 1 from pg_extension where extname = 'pg_trgm') as has_trigrams,
    to_regnamespace('graphile_worker') is not null as has_queue,
    coalesce((select pg_has_role(nspowner, 'USAGE') from pg_namespace where nspname = 'graphile_worker'), true)
      as may_change_queue,
    array(select relname::text from pg_class where relnamespace = to_regnamespace(quote_ident(current_schema()))
      and relkind in ('r', 'p', 'v', 'm') and not pg_has_role(relowner, 'USAGE')
      and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e') order by 1) as foreign_tables,
    array(select name from unnest($1::text[]) as name order by name) as sorted`;

const requirementFaultsOf = (facts: DatabaseFacts): readonly string[] => {
  const { user, database, schema } = facts;
  const [someTable] = facts.foreign_tables;
  return [
    facts.version < minVersion && 'PostgreSQL is older than 15: use 15 to 18.',
    facts.encoding !== 'UTF8' &&
      `The database ${database} stores texts as ${facts.encoding}: make it with createdb --encoding=UTF8 --template=template0.`,
    (!schema || !facts.may_create_tables) &&
      `The user ${user} may not make tables: grant usage, create on schema ${schema ?? 'public'} to "${user}".`,
    !facts.may_create_schemas &&
      !(facts.has_trigrams && facts.has_queue) &&
      `The user ${user} may not make the extension pg_trgm and the schema graphile_worker: grant create on database "${database}" to "${user}".`,
    !facts.may_create_temporary &&
      `The user ${user} may not make temporary tables: grant temporary on database "${database}" to "${user}".`,
    !facts.may_change_queue &&
      `The schema graphile_worker belongs to another user than ${user}: alter its owner, and that of its tables and functions.`,
    someTable !== undefined &&
      `Tables of the schema ${schema} belong to another user than ${user} (${facts.foreign_tables.slice(0, 3).join(', ')}): reassign owned by their owner to "${user}".`,
  ].filter(fault => fault !== false);
};

/** Returns remarks about the database that do not prevent the start. */
export const requirementWarningsOf = ({ sorted, database }: DatabaseFacts): readonly string[] =>
  sorted.join() === sortTestNames.join()
    ? []
    : [
        `The database ${database} does not sort Russian names alphabetically (${sorted.join(', ')}): lists follow its collation. Make it with the collation that docs/operations.md names.`,
      ];

/** Rejects with everything that the database or the rights of its user lack. */
const checkRequirements = async (url: string, log: (text: string) => void): Promise<void> => {
  const client = await openClient({ connectionString: url });
  try {
    const { rows } = await client.query<DatabaseFacts>(factsStatement, [sortTestNames]);
    const [facts] = rows;
    if (!facts) return;
    const faults = requirementFaultsOf(facts);
    if (faults.length > 0) throw new Error(`The database at DATABASE_URL cannot be used.\n${faults.join('\n')}`);
    for (const remark of requirementWarningsOf(facts)) log(remark);
  } finally {
    await client.end();
  }
};

interface DatabaseLocation {
  /** URL of an external PostgreSQL database. Absent: the embedded database in the data folder. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

export interface OpenDatabase {
  readonly url: string;
  /** Returns the database's current problem, such as a full disk. Undefined: none is known. */
  readonly currentOutage: () => OutageReason | undefined;
  /** Stops the embedded database. Leaves an external server alone. */
  readonly stop: () => Promise<void>;
}

const consoleObserver: DatabaseObserver = {
  log: text => console.error(text),
  onTakeover: error => console.error(error.message),
};

/** Opens the configured database, embedded or external. Callers need not know which. */
export const openDatabase = async (config: DatabaseLocation, observer = consoleObserver): Promise<OpenDatabase> => {
  if (!config.databaseUrl) return openEmbedded(config.dataDir, observer);
  await waitForDatabase(config.databaseUrl, startWaitMs, observer.log);
  await checkRequirements(config.databaseUrl, observer.log);
  await checkSessions(config.databaseUrl);
  return { url: config.databaseUrl, currentOutage: () => undefined, stop: async () => {} };
};
